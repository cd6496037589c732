import type { Decoys, DecoySink } from './interface.ts'

/** Stands here until the decoys land: opens nothing. */
export function openDecoys(_sink: DecoySink): Decoys {
  return {
    apply: async ({ ports }) => ports.map((port) => ({ ...port, error: 'There are no decoys yet.' })),
    close: async () => undefined,
    losses: () => ({}),
  }
}
