import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Agent } from '#services/sensors/sensor-files.ts'

/**
 * The agent as it lies there now: an update of the product builds it anew beside a server that runs, in one step (scripts/build-sensor.mjs).
 * Its bytes and what is said of them are always of the same build.
 */
export function openAgentFile(path: string): () => Promise<Agent | null> {
  let known: { state: string; agent: Agent } | null = null
  return async () => {
    const handle = await open(path).catch(() => null)
    // Not built: a checkout in which only tests run.
    if (!handle) return null
    try {
      const { ino, size, mtimeMs, ctimeMs } = await handle.stat()
      const state = [ino, size, mtimeMs, ctimeMs].join(' ')
      if (known?.state !== state) {
        const bytes = await handle.readFile()
        known = { state, agent: { bytes, sha256: createHash('sha256').update(bytes).digest('hex') } }
      }
      return known.agent
    } finally {
      await handle.close()
    }
  }
}
