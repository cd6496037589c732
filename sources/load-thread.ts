import { parentPort, workerData } from 'node:worker_threads'
import { keeping } from './kept-table.ts'
import { loadSources } from './load.ts'
import { versionOf } from './watch.ts'

/** Loads in a thread of its own: reading and merging take a second or more, in which the server would stand still. */
const folder = String(workerData)
// Before what it stands for is read: what is swapped in between is kept under a version that nobody asks for again.
const version = await versionOf(folder)
const loaded = await loadSources(folder)
const keep = keeping(folder, version, loaded)
const { table } = loaded
parentPort?.postMessage(loaded, [
  table.starts4.buffer,
  table.combinations4.buffer,
  table.heads4.buffer,
  table.starts6.buffer,
  table.combinations6.buffer,
  table.cells.buffer,
] as ArrayBuffer[])
await keep()
