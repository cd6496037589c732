import type { Enrichment, Origin } from '#model/session.ts'
import type { Tag } from '#model/tag.ts'
import type { Files } from '#store/files/files.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { AppDatabase } from '#store/app/tables.ts'
import type { Log } from '#pipeline/spool/log.ts'
import type { Spool } from '#pipeline/spool/spool.ts'
import type { Scope } from './scope.ts'

/** What verbs work with. The server makes one (server/run); `ask` adds who is asking. */
export interface House {
  analytics: Analytics
  db: AppDatabase
  files: Files
  spool: Spool
  enrich: (ip: string, origin: Origin) => Enrichment
  tags: ReadonlyMap<string, Tag>
  /** Signs scroll tokens; 32 random bytes kept with the application state. */
  secret: Uint8Array
  /** Milliseconds since 1970 UTC. */
  clock: () => number
  /** Resolves when everything accepted so far is stored. */
  drained: () => Promise<void>
  log: Log
  /** Address people use, for links in answers. */
  publicUrl: () => string
  limits: { captureBytes: number; retentionDays: number }
}

export interface Ctx extends House {
  scope: Scope
}
