import type { z } from 'zod'
import type { Origin } from '#model/session.ts'
import { type Accounts, accounts } from './accounts/accounts.ts'
import { type OwnAccount, ownAccount } from './accounts/own-account.ts'
import {
  type Capture,
  type CapturePage,
  capturesSince,
  enterCapture,
  getCapture,
  knownCaptures,
  removeCaptures,
  replaceCapture,
} from './captures.ts'
import { expiredAnalyses, filesOfAnalyses } from './analyses.ts'
import { packetsRemoved, removeForgotten } from './packets.ts'
import { expiredPcaps, filesOfPcaps } from './pcaps.ts'
import { customRuleVersions } from './custom-rules.ts'
import { type Disputes, disputes } from './disputes/disputes.ts'
import { type FetchStates, fetchStates } from './fetch-states.ts'
import { completeTask, failTask, renewTask, type TakenTasks, type Task, takeTasks } from './tasks.ts'
import { type ApiKey, createKey, findKey, listKeys, removeKey } from './keys.ts'
import { type WorkspaceOverview, workspaceOverviews } from './overview.ts'
import { type Searches, searches } from './searches.ts'
import { type AllSensors, allSensors } from './sensors/all-sensors.ts'
import { getSetting, putSetting } from './settings.ts'
import type { AppDatabase } from './tables.ts'
import { type Changes, workspaceStore, type WorkspaceStore } from './workspace.ts'
import { removedWorkspaces, removeDueWorkspaces } from './workspace-removals.ts'
import { createWorkspace, getWorkspace, listWorkspaces, type Workspace } from './workspaces.ts'

/**
 * What is of the whole installation: settings, workspaces and their keys, tasks of all, captures of all. The server's own work has
 * it, and verbs that demand a right over what everybody sees; what is one workspace's own is reached through `workspace`.
 */
export interface Installation {
  /** Whether the database answers. @throws what it answers instead */
  ping(): Promise<void>
  /** What one workspace keeps. */
  workspace(id: string): WorkspaceStore
  /** What one user keeps. */
  account(user: string): OwnAccount
  readonly accounts: Accounts
  readonly searches: Searches
  readonly workspaces: {
    create(of: { name: string; publish: boolean; now: number; id?: string }): Promise<Workspace>
    get(id: string): Promise<Workspace | null>
    /** Oldest first, with those that were removed: what they sent names them until the retention takes it. */
    list(): Promise<Workspace[]>
    /** Those that were not removed, oldest first, with what is in them. */
    overviews(now: number): Promise<WorkspaceOverview[]>
    /** Ids of those that were removed. */
    removed(): Promise<Set<string>>
    /** Removes those whose time has come. @returns their ids */
    removeDue(now: number): Promise<string[]>
  }
  readonly keys: {
    /** The secret is told this once; only its hash is kept. */
    create(of: { workspace: string; now: number }): Promise<{ key: ApiKey; secret: string }>
    /** Whose a secret is; null for one that opens nothing. */
    find(secret: string, now: number): Promise<ApiKey | null>
    remove(id: string): Promise<void>
    /** Of every workspace, newest first, without those that have ended. */
    list(now: number): Promise<ApiKey[]>
    /** Another number after every change of a key or a workspace, whoever made it; null while that cannot be known. */
    generation(): number | null
  }
  readonly settings: Settings
  /** How fetching of sources went. */
  readonly fetchStates: FetchStates
  readonly tasks: TaskQueue
  readonly captures: AllCaptures
  readonly analyses: {
    /** Those past their time, with the files to remove. */
    expired(of: { now: number; limit: number }): Promise<{ id: string; workspace: string; files: string[] }[]>
    /** Files that some analysis names. */
    files(): Promise<Set<string>>
  }
  readonly pcaps: {
    /** Those past their time, with the files to remove. */
    expired(of: { now: number; limit: number }): Promise<{ id: string; workspace: string; file: string }[]>
    /** Files that some row names. */
    files(): Promise<Set<string>>
  }
  readonly disputes: Disputes
  readonly sensors: AllSensors
  /** How often the rules of each workspace were changed; a workspace that never had any is not among them. */
  ruleVersions(workspaces?: readonly string[]): Promise<Map<string, number>>
}

/** Values the product remembers under names. */
export interface Settings {
  /** null when there is none. @throws Error when it does not fit `shape` */
  get<T>(key: string, shape: z.ZodType<T>): Promise<T | null>
  put(key: string, value: unknown): Promise<void>
}

/** Tasks of all workspaces, for whoever works on them. */
export interface TaskQueue {
  /** Leases due tasks, oldest first; a lease that ran out is given out again. */
  take(of: TakenTasks): Promise<Task[]>
  /** Holds a lease until then (milliseconds); false when it had run out and somebody else holds it now. */
  renew(task: Task, until: number): Promise<boolean>
  /** false when the lease had run out and somebody else holds it now. */
  complete(task: Task): Promise<boolean>
  /** Gives a task back with its error, to be tried at `retryAt`, or never again when that is null. */
  fail(task: Task, failure: { error: string; retryAt: number | null }): Promise<boolean>
}

/** Captures of all workspaces: what the audit compares, and what a start repairs. */
export interface AllCaptures {
  /** Entering the same id again changes nothing. */
  enter(capture: Capture): Promise<void>
  /** Enters a capture in place of a row nobody can read. */
  replace(capture: Capture): Promise<void>
  /** Those of at most a thousand ids that have a row, readable or not. */
  known(ids: readonly string[]): Promise<string[]>
  /** null also for a row that cannot be read. */
  get(id: string): Promise<Capture | null>
  /** Those accepted at `since` (milliseconds) or later, in order of their ids, behind `after`. */
  since(of: { since: number; after: string; limit: number }): Promise<CapturePage>
  /** Those of at most a thousand whose packets are kept no more. */
  removed(ids: readonly string[]): Promise<string[]>
  /** Removes a thousand rows, at most, of sensors' captures from before then whose packets are gone. @returns how many */
  removeForgotten(before: number): Promise<number>
  /** Removes the rows of an origin and returns their ids, whose contents go next. */
  removeOrigin(origin: Origin): Promise<string[]>
}

export const installation = (db: AppDatabase, changes: Changes): Installation => ({
  async ping() {
    await db.selectFrom('workspaces').select('id').limit(1).execute()
  },
  workspace: (id) => workspaceStore(db, changes, id),
  account: (user) => ownAccount(db, changes.keys, user),
  accounts: accounts(db, changes.keys),
  searches: searches(db),
  workspaces: {
    create: (of) => createWorkspace(db, of),
    get: (id) => getWorkspace(db, id),
    list: () => listWorkspaces(db),
    overviews: (now) => workspaceOverviews(db, now),
    removed: () => removedWorkspaces(db),
    removeDue: (now) => removeDueWorkspaces(db, changes.keys, now),
  },
  keys: {
    create: (of) => createKey(db, of),
    find: (secret, now) => findKey(db, secret, now),
    async remove(id) {
      await removeKey(db, id)
      changes.keys.changed()
    },
    list: (now) => listKeys(db, now),
    generation: () => changes.keys.generation(),
  },
  settings: {
    get: (key, shape) => getSetting(db, key, shape),
    put: (key, value) => putSetting(db, key, value),
  },
  fetchStates: fetchStates(db),
  tasks: {
    take: (of) => takeTasks(db, of),
    renew: (task, until) => renewTask(db, task, until),
    complete: (task) => completeTask(db, task),
    fail: (task, failure) => failTask(db, task, failure),
  },
  captures: {
    enter: (capture) => enterCapture(db, capture),
    replace: (capture) => replaceCapture(db, capture),
    known: (ids) => knownCaptures(db, ids),
    get: (id) => getCapture(db, id),
    since: (of) => capturesSince(db, of),
    removed: (ids) => packetsRemoved(db, ids),
    removeForgotten: (before) => removeForgotten(db, before),
    removeOrigin: (origin) => removeCaptures(db, origin),
  },
  analyses: { expired: (of) => expiredAnalyses(db, of), files: () => filesOfAnalyses(db) },
  pcaps: { expired: (of) => expiredPcaps(db, of), files: () => filesOfPcaps(db) },
  disputes: disputes(db),
  sensors: allSensors(db, changes.sensors),
  ruleVersions: (workspaces) => customRuleVersions(db, workspaces),
})
