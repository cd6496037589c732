import type { Connection } from '../connection.ts'

export interface SourcesOptions {
  source?: string | undefined
  kind?: string | undefined
  trust?: string | undefined
  licence?: string | undefined
  reference?: string | undefined
  base?: string | undefined
  force: boolean
  add: boolean
  json: boolean
}
/** Where sources are kept, and how the server is reached when one is needed. */
export interface Places {
  /** Facts about addresses lie here, with or without a running server. */
  folder: string
  /** CVEs and lists of others lie in the server's stores. @throws Exit 'unreachable' */
  connect: () => Connection
}
