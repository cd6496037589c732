/** Copies that this process is sending, by how many exports: room for others is not made of them. */
const copies = new Map<string, number>()

export const beingSent = (): ReadonlySet<string> => new Set(copies.keys())

/** @returns what ends it, harmless when called again */
export function sending(snapshot: string): () => void {
  copies.set(snapshot, (copies.get(snapshot) ?? 0) + 1)
  let isSent = false
  return () => {
    if (isSent) return
    isSent = true
    const left = (copies.get(snapshot) ?? 1) - 1
    if (left > 0) copies.set(snapshot, left)
    else copies.delete(snapshot)
  }
}
