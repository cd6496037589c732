import { parentPort, workerData } from 'node:worker_threads'
import { loadSources } from './load.ts'

/** Loads in a thread of its own: reading and merging take a second or more, in which the server would stand still. */
const loaded = await loadSources(String(workerData))
const { table } = loaded
parentPort?.postMessage(loaded, [
  table.starts4.buffer,
  table.combinations4.buffer,
  table.heads4.buffer,
  table.starts6.buffer,
  table.combinations6.buffer,
  table.cells.buffer,
] as ArrayBuffer[])
