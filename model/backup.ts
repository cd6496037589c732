/** A copy of everything this installation keeps, in its data folder. */
export interface BackupMade {
  /** Its folder under "backups". */
  name: string
  files: number
  bytes: number
  /** Milliseconds in which nothing was written. */
  pausedMs: number
  /** Folders outside of the data folder whose files are not in it: captures, lists and results (FILES_URL). */
  leftOut: string[]
}
