/** What a key may be used for, within the plan of its workspace: to read, to send captures, and for everything. */
export const keyScopes = ['read', 'ingest', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Of the workspace's shared key, and of the server's own. */
export const everyScope: readonly KeyScope[] = keyScopes
