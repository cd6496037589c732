import type { Plans } from '#model/entitlements.ts'
import type { BackupMade } from '#model/backup.ts'
import type { Budget } from '#model/budget.ts'
import type { ShippedProfiles } from '#model/sensor/profile.ts'
import type { JobStatus } from '#model/server-status.ts'
import type { Enrichment, Origin } from '#model/session.ts'
import type { BusinessService, NetworkData, SourceStatus, UpdatesStatus } from '#model/sources.ts'
import type { Tag } from '#model/tag.ts'
import type { Files } from '#store/files/files.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { ListsInForce } from '#store/analytics/evidence/in-force.ts'
import type { Health } from '#store/analytics/health.ts'
import type { RulesInForce } from '#pipeline/tag/in-force.ts'
import { admittedReads, readsUntil, type Reads, type Admission } from '#store/analytics/read-only.ts'
import type { MemoryIndex } from '#search-index/open.ts'
import type { FetchState } from '#store/app/fetch-states.ts'
import type { Installation } from '#store/app/installation.ts'
import type { Change } from '#store/app/accounts/audit-log.ts'
import type { Disputes } from '#store/app/disputes/disputes.ts'
import type { NewDispute } from '#store/app/disputes/waiting.ts'
import type { OwnAccount } from '#store/app/accounts/own-account.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import type { Dissection } from '#pipeline/ingest/dissection/open.ts'
import type { Log } from '#store/log.ts'
import type { Spool } from '#pipeline/spool/spool.ts'
import { requireRights } from './access.ts'
import type { AnalysisParts } from './analysis/parts.ts'
import type { PacketRetention, PcapParts } from './pcap/parts.ts'
import type { KeptQueries } from './ip/kept-queries.ts'
import type { Reports } from './reports.ts'
import { type OwnLists, ownLists } from './analysis/own-lists.ts'
import { type OwnSearches, ownSearches } from './searches.ts'
import type { Attempts } from './sign-in/attempts.ts'
import type { BreachedPasswords } from './sign-in/breached.ts'
import type { SendMail } from './mail.ts'
import type { SensorFiles } from './sensors/sensor-files.ts'
import type { Relay } from './sensors/transporter/relay.ts'
import { actorOf, type Scope, tenantOf, userOf, workspaceOf } from './scope.ts'
import { type Work, workFor } from './work/work.ts'

/** What reference data says now, beyond what a session keeps. */
export interface Reference {
  /** null for what is no public address. */
  network: (ip: string) => NetworkData | null
  service: (ip: string) => BusinessService | null
  /** Whether it has one, of an address of a list. */
  isService: (keys: Uint32Array, at: number) => boolean
  /** Who is known to show a fingerprint. */
  names: (kind: 'ja3' | 'ja4' | 'hassh', fingerprint: string) => string[]
  /** Sources of facts, as their files say; services/sources tells of all kinds. */
  facts: () => Promise<SourceStatus[]>
  /** How fetching each of them went, by name. */
  fetchStates: () => Promise<Map<string, FetchState>>
  /** Where they are kept. */
  folder: string
  /** How fetching sources goes. */
  updates: () => UpdatesStatus
}

/** What verbs are made of. The server makes one (server/run); `ctxFor` and `writeCtxFor` add who is asking. */
export interface Deps {
  analytics: Analytics
  /** Documents in memory; answers null whenever the engine has to. */
  memoryIndex: Pick<
    MemoryIndex,
    'search' | 'documents' | 'record' | 'has' | 'mayHaveBeside' | 'between' | 'holders' | 'load' | 'refreshed'
  >
  /** Whether the engine answers at all. */
  health: Health
  /** Does what would hold up everybody on the server's own thread. */
  work: Work
  /** What one request may cost. */
  budget: Budget
  /** What is of the whole installation; a verb has it only where its caller may change what everybody sees. */
  installation: Installation
  files: Files
  /** What analyses are made and shown with. */
  analyses: AnalysisParts
  /** What files of packets are made with. */
  pcaps: PcapParts
  /** Told when a capture's kind is to be changed (capture/change-kinds.ts). */
  onKindAsked: () => void
  spool: Spool
  /** Turns stored captures into sessions, in threads. */
  dissection: Dissection
  enrich: (ip: string, origin: Origin) => Enrichment
  reference: Reference
  /** Who may do what (services/access.ts). */
  plans: Plans
  tags: ReadonlyMap<string, Tag>
  /** What sensors can pretend to be, as it comes with the product; by id. */
  profiles: ShippedProfiles
  /** What the server has for agents. */
  sensorFiles: SensorFiles
  /** Where connections of sensors and transporters meet. */
  relay: Relay
  /** The rules of `tags`, ready to run, and those of workspaces. */
  rules: RulesInForce
  /** Signs and seals what is handed out (server/run/secret-key.ts); 32 bytes. */
  secret: Uint8Array
  /** Slows down whoever guesses. */
  attempts: Attempts
  /** A list of passwords that nobody may choose, besides those of the package; null where the operator names none. */
  breached: BreachedPasswords | null
  /** How many records keep only the most frequent values of one of these lists. */
  cutLists: (columns: readonly string[]) => Promise<number>
  /** What lists of others say of actors, at most two seconds ago. */
  listsInForce: () => Promise<ListsInForce>
  /** Reports that were made for all. */
  reports: Reports
  /** Pages of queries that were made for all. */
  keptQueries: KeptQueries
  /** Milliseconds since 1970 UTC. */
  clock: () => number
  /** Whether the reverse DNS is asked about addresses. */
  resolving: boolean
  /** Resolves when everything accepted so far is stored. */
  drained: () => Promise<void>
  log: Log
  /** Work in the background. */
  jobs: () => readonly JobStatus[]
  /** Copies of the data folder. */
  backups: { make(): Promise<BackupMade>; remove(name: string): Promise<void> }
  /** Hands a mail over to be sent. */
  sendMail: SendMail
  /** Address people use, for links in answers. */
  publicUrl: () => string
  limits: { captureBytes: number; retentionDays: number; packets: PacketRetention }
}

declare const made: unique symbol

/**
 * The dependencies as one caller sees them. Only `ctxFor` and `writeCtxFor` make one, so none can be without its scope.
 * What a verb reads ends with the request of its caller; what it writes must outlive that, since what was begun is finished
 * whoever waits. Hence the two engines, which no verb can confuse.
 */
export interface Ctx<Engine extends Reads = Reads> extends Omit<Deps, 'analytics'> {
  scope: Scope
  /** The caller's own, counted by the plan. */
  searches: OwnSearches
  /** What a query of theirs may name. */
  lists: OwnLists
  /** The address the request came from, and the network it is counted by. */
  caller: { address: string; network: string }
  analytics: Engine
  /** What the caller's workspace keeps, and of no other. @throws Refusal 'unauthorized' for a visitor */
  readonly workspace: WorkspaceStore
  /** What the caller's own account keeps, and of nobody else's. @throws Refusal 'unauthorized' for who is not signed in */
  readonly account: OwnAccount
  /** Lets a dispute wait for the operator, whoever says it. */
  letWait(dispute: NewDispute): ReturnType<Disputes['add']>
  /** What the operator answered in public, which anybody may read. */
  answersNamed: Disputes['answersNamed']
  /** Writes down a change that the caller made, in the audit log of their workspace, or of the one it is about. Never a secret. */
  record(
    change: Pick<Change, 'act' | 'subject'> & Partial<Pick<Change, 'before' | 'after' | 'workspace'>>,
  ): Promise<void>
  /** @throws Refusal without the right to change what everybody sees */
  readonly installation: Installation
  readonly [made]: true
}

/** What a verb works with that writes. */
export type WriteCtx = Ctx<Analytics>

/** Where a caller waits until there is room: for statements of the engine, questions to the index in memory, tasks of the workers. */
export interface Admissions {
  engine: Admission
  index: Admission
  /** For what threads of their own do (services/work). */
  tasks: Admission
  /** The engine for what was begun and must be finished: never refused, only slowed. */
  steady: Admission
  /** Before whom the work of the caller goes on where several are at it: 1 keys, 2 visitors who ask little, 3 the others. */
  priority: () => 1 | 2 | 3
}

const atOnce: Admission = async () => () => undefined

const unlimited: Admissions = {
  engine: atOnce,
  index: atOnce,
  tasks: atOnce,
  steady: atOnce,
  priority: () => 1,
}

/** Who asks, until when, and what of the machine is theirs. */
export interface Caller {
  scope: Scope
  /** The network address the request came from, for the audit log; "" where there is none. */
  address?: string
  /** By what a visitor's searches are counted: the address, or the /64 of IPv6. */
  network?: string
  /** What the caller named the request, so that a repeated one is one search. */
  searchRequest?: string | null
  /** Ends when nobody waits for the answer any more; all work of the engine for it ends then. */
  signal: AbortSignal
  /** Without them nobody is counted: tests and measurements. */
  admissions?: Admissions
}

type Asked = Pick<Caller, 'scope' | 'address' | 'network' | 'searchRequest'>

/** `deps` with who is asking; what is kept for one is reached by the scope alone. */
function asked<Engine extends Reads>(
  deps: Deps,
  { scope, address = '', network = address, searchRequest: request = null }: Asked,
  reading: Partial<Omit<Deps, 'analytics'>> & { analytics: Engine },
): Ctx<Engine> {
  const { installation } = deps
  return {
    ...deps,
    ...reading,
    scope,
    caller: { address, network },
    lists: ownLists(deps, scope),
    searches: ownSearches(installation.searches, deps.clock, { scope, network, request }),
    get workspace() {
      return installation.workspace(workspaceOf(scope).workspace)
    },
    get account() {
      return installation.account(userOf(scope).id)
    },
    letWait: (dispute) => installation.disputes.add(dispute),
    answersNamed: (ids) => installation.disputes.answersNamed(ids),
    record: (change) =>
      installation.accounts.record({
        before: '',
        after: '',
        workspace: tenantOf(scope) ?? '',
        ...change,
        actor: actorOf(scope),
        address,
        at: deps.clock(),
      }),
    get installation() {
      requireRights({ scope }, ['global-records'])
      return installation
    },
  } as Ctx<Engine>
}

/** For a verb that writes. */
export const writeCtxFor = (deps: Deps, caller: Asked): WriteCtx =>
  asked(deps, caller, { analytics: deps.analytics })

/** What is everybody's ends with nobody. */
const { signal: lasting } = new AbortController()

/** For a verb that reads. */
export const ctxFor = (deps: Deps, { signal, admissions = unlimited, ...who }: Caller): Ctx => {
  const admittedToIndex = async <T>(search: () => Promise<T>): Promise<T> => {
    const leave = await admissions.index(signal)
    try {
      return await search()
    } finally {
      leave()
    }
  }
  return asked(deps, who, {
    analytics: admittedReads(
      admissions.engine,
      signal,
      readsUntil(
        { signal, budget: deps.budget, health: deps.health, priority: admissions.priority },
        deps.analytics,
      ),
    ),
    memoryIndex: {
      search: (predicate, question) =>
        admittedToIndex(() => deps.memoryIndex.search(predicate, { ...question, signal })),
      documents: (ips) => deps.memoryIndex.documents(ips),
      record: (ip) => deps.memoryIndex.record(ip),
      has: (key) => deps.memoryIndex.has(key),
      mayHaveBeside: (ip) => deps.memoryIndex.mayHaveBeside(ip),
      between: (from, to, limit) => deps.memoryIndex.between(from, to, limit),
      holders: (asked) => deps.memoryIndex.holders(asked, signal),
      load: () => deps.memoryIndex.load(),
      refreshed: () => deps.memoryIndex.refreshed(),
    },
    work: workFor({ signal, admissions }, deps.work),
    reports: deps.reports.by({
      admit: () => admissions.engine(signal),
      reads: readsUntil(
        { signal: lasting, budget: deps.budget, health: deps.health, priority: admissions.priority },
        deps.analytics,
      ),
    }),
  })
}
