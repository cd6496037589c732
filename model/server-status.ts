/** What every page shows in its frame. */
export interface ServerStatus {
  demo: { present: boolean; loading: boolean; progress: number; message: string }
  /** Sessions that were accepted and are neither stored nor set aside. */
  missingSessions: number
  version: string
  method: string
  /** The server's clock at this answer, ISO 8601 UTC: what "today" and "now" mean on the page. */
  now: string
  /** Address people use for this server, without a path. */
  url: string
  /** Whether search engines may list the pages. */
  indexable: boolean
  /** Zone of moments on pages for whoever has chosen none: "UTC" or an IANA zone. */
  timeZone: string
}

/** Work in the background that comes round again, as logs, measurements and the operator's page name it. */
export interface JobStatus {
  name: string
  /** One line for people. */
  about: string
  /** Of several servers on the same stores: only one of them, or each. */
  runsOn: 'one' | 'all'
  /** elsewhere: another server does it. */
  state: 'running' | 'waiting' | 'elsewhere'
  /** Rounds that ended well since the start, and milliseconds of the last one's end and of how long it took. */
  rounds: number
  lastAt: number | null
  tookMs: number | null
  /** Of the last round, null when it ended well. */
  lastError: string | null
}
