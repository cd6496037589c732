import type { Generated, Kysely } from 'kysely'

/**
 * The application's tables in types both dialects have: ids are text (UUIDv7), times integer milliseconds UTC,
 * yes and no are 1 and 0, JSON is text. `sum`: the checksum of a row (row-sum.ts), null in what an older release wrote. The modules beside this file turn them into and out of their real shapes.
 */
export interface Tables {
  workspaces: { id: string; name: string; publish: number; created: number; sum: number | null }
  api_keys: {
    id: string
    /** SHA-256 of the secret, hex. The secret itself is nowhere. */
    hash: string
    workspace: string
    role: string
    created: number
    /** 0: never. */
    last_used: number
    sum: number | null
  }
  captures: {
    id: string
    workspace: string
    name: string
    sha256: string
    bytes: number
    shift_ms: number
    sessions: number
    report: string
    origin: string
    kind: Generated<string>
    created: number
    batch: Generated<string>
    sensor: Generated<string>
    days: Generated<string>
    refused: Generated<string>
    published: Generated<number>
    sum: number | null
  }
  custom_rules: { workspace: string; slug: string; rule: string }
  /** Grows with every change of a workspace's rules. */
  custom_rule_versions: { workspace: string; version: number }
  settings: { key: string; value: string }
  /** What tasks.ts calls tasks; the table keeps its first name. */
  jobs: {
    id: string
    kind: string
    payload: string
    run_at: number
    /** Until when a worker holds it; 0: nobody does. */
    lease_until: number
    attempts: Generated<number>
    last_error: Generated<string>
    done: Generated<number>
    /** Whose it is, "" for the installation's own. */
    workspace: Generated<string>
  }
}

/**
 * A handle on the database or on a transaction: every function of this folder takes either, so that acts can commit together.
 * Everybody else is given repositories (workspace.ts, installation.ts); lint refuses this type elsewhere.
 */
export type AppDatabase = Kysely<Tables>
