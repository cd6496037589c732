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
}
