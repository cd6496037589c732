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

/** The folder inside a data folder in which a restore puts everything together; where it is there, the restore did not end. */
export const unfinishedRestore = 'restore.partial'

/** Of the file system that begins in a folder, and not of who keeps their files there. */
export const ofFileSystem = 'lost+found'
