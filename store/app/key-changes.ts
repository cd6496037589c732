import { openNotifications } from './notifications.ts'

/** Whether what was known of a key is still so. */
export interface KeyChanges {
  /**
   * Another number after every change of a key or a workspace, by whichever process. null while the changes of other processes
   * cannot be heard: nothing known of a key may be used then.
   */
  generation(): number | null
  /** This process changed something. */
  changed(): void
  close(): Promise<void>
}

/** Of a SQLite file, which is one process's own. */
export function ownKeyChanges(): KeyChanges {
  let generation = 0
  return {
    generation: () => generation,
    changed: () => void (generation += 1),
    close: async () => undefined,
  }
}

/** Of a PostgreSQL, whose triggers notify everybody who listens (migrations/007-key-changes.ts). */
export function sharedKeyChanges(url: string): KeyChanges {
  let generation = 0
  // Whatever happened before the line stood is not known.
  const line = openNotifications(url, 'noisefloor_keys', () => void (generation += 1))
  return {
    generation: () => (line.isHeard() ? generation : null),
    changed: () => void (generation += 1),
    close: () => line.close(),
  }
}
