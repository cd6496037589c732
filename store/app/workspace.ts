import { type Analyses, analysesOf } from './analyses.ts'
import {
  type Capture,
  capturesNamed,
  captureSizes,
  enterCapture,
  getCaptureOf,
  listCaptures,
  setCaptureKind,
} from './captures.ts'
import { type CustomRules, customRules } from './custom-rules.ts'
import { type KeptPackets, keptPackets, markPacketsRemoved, oldestPackets } from './packets.ts'
import { type Pcaps, pcapsOf } from './pcaps.ts'
import { endTasks, enqueueTask, openTasks, type OpenTask } from './tasks.ts'
import { type WorkspaceKeys, workspaceKeys } from './keys.ts'
import { type WorkspacePeople, workspacePeople } from './accounts/people.ts'
import type { KeyChanges } from './key-changes.ts'
import type { SensorChanges } from './sensors/changes.ts'
import { type WorkspaceSensors, workspaceSensors } from './sensors/sensors.ts'
import type { AppDatabase } from './tables.ts'
import { type OwnRemoval, ownRemoval } from './workspace-removals.ts'
import { renameWorkspace } from './workspaces.ts'
import type { Vantage } from '#model/session.ts'

/** What one workspace keeps. There is none without an id, and every statement carries it: rows of others are not reachable. */
export interface WorkspaceStore {
  readonly id: string
  readonly captures: WorkspaceCaptures
  readonly analyses: Analyses
  readonly packets: WorkspacePackets
  /** Packets that were asked for. */
  readonly pcaps: Pcaps
  readonly sensors: WorkspaceSensors
  readonly tasks: WorkspaceTasks
  /** Its own rules beside the product's. */
  readonly rules: CustomRules
  readonly people: WorkspacePeople
  readonly keys: WorkspaceKeys
  readonly removal: OwnRemoval
  rename(name: string): Promise<void>
}

export interface WorkspaceCaptures {
  /** Enters a capture of this workspace; entering the same id again changes nothing. @throws Error for one of another */
  enter(capture: Capture): Promise<void>
  /** null also for a row that cannot be read. */
  get(id: string): Promise<Capture | null>
  /** Newest first. Rows that cannot be read are left out and named. */
  list(of: { limit: number; onUnreadable?: (id: string) => void }): Promise<Capture[]>
  /** Those of some ids, in no order; without rows that cannot be read. */
  named(ids: readonly string[]): Promise<Capture[]>
  /** Bytes of those of some ids. */
  sizes(ids: readonly string[]): Promise<Map<string, number>>
  /** Says anew what a capture was taken at. @returns whether there is such a capture */
  setKind(of: { id: string; vantage: Vantage }): Promise<boolean>
}

/** What is kept of the captures themselves. */
export interface WorkspacePackets {
  kept(): Promise<KeptPackets>
  /** The next that would go. */
  oldest(limit: number): Promise<{ id: string; bytes: number; created: number }[]>
  /** Says that the contents of captures are gone. */
  markRemoved(ids: readonly string[], now: number): Promise<void>
}

/** Work that was asked for by this workspace and is done in the background. */
export interface WorkspaceTasks {
  enqueue(task: { kind: string; payload: unknown; now: number }): Promise<string>
  /** Not done, or given up; in the order in which they were asked for. */
  open(kind: string): Promise<OpenTask[]>
  /** These nobody need do, or hear of, any more. */
  end(ids: readonly string[]): Promise<void>
}

/** Who hears of changes: of keys and workspaces, and of sensors. */
export interface Changes {
  keys: KeyChanges
  sensors: SensorChanges
}

export function workspaceStore(
  db: AppDatabase,
  { keys: changes, sensors }: Changes,
  workspace: string,
): WorkspaceStore {
  if (workspace === '') throw new Error('A workspace has an id.')
  return {
    id: workspace,
    captures: {
      async enter(capture) {
        if (capture.workspace !== workspace) throw new Error('This capture is of another workspace.')
        await enterCapture(db, capture)
      },
      get: (id) => getCaptureOf(db, { id, workspace }),
      list: (of) => listCaptures(db, { ...of, workspace }),
      named: (ids) => capturesNamed(db, { ids, workspace }),
      sizes: (ids) => captureSizes(db, { ids, workspace }),
      setKind: (of) => setCaptureKind(db, { ...of, workspace }),
    },
    analyses: analysesOf(db, workspace),
    packets: {
      kept: () => keptPackets(db, workspace),
      oldest: (limit) => oldestPackets(db, { workspace, limit }),
      markRemoved: (ids, now) => markPacketsRemoved(db, { workspace, ids, now }),
    },
    pcaps: pcapsOf(db, workspace),
    sensors: workspaceSensors(db, sensors, workspace),
    tasks: {
      enqueue: (task) => enqueueTask(db, { ...task, workspace }),
      open: (kind) => openTasks(db, { workspace, kind }),
      end: (ids) => endTasks(db, { workspace, ids }),
    },
    rules: customRules(db, workspace),
    people: workspacePeople(db, changes, workspace),
    keys: workspaceKeys(db, changes, workspace),
    removal: ownRemoval(db, workspace),
    async rename(name) {
      await renameWorkspace(db, workspace, name)
      changes.changed()
    },
  }
}
