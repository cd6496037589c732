declare const verified: unique symbol

/**
 * Leave to read one workspace's sessions, published or not. Only who has verified a session or key makes one
 * (`scopeOf`), and every read of single sessions demands it: an unscoped read cannot be written.
 */
export interface WorkspaceScope {
  readonly workspace: string
  readonly [verified]: true
}

/** Call this where a key or sign-in was just verified, nowhere else. `workspace` is the UUID it belongs to. */
export const scopeOf = ({ workspace }: { workspace: string }): WorkspaceScope =>
  ({ workspace }) as WorkspaceScope
