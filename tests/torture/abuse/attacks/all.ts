import type { Attack } from '../attack.ts'
import { connections } from './connections.ts'
import { engineStopped } from './engine-stopped.ts'
import { explain } from './explain.ts'
import { hangUp } from './hang-up.ts'
import { hugeRecords } from './huge-records.ts'
import { keylessUploads } from './keyless-uploads.ts'
import { largeHeads } from './large-heads.ts'
import { manyAddresses } from './many-addresses.ts'
import { manyExports } from './many-exports.ts'
import { pages } from './pages.ts'
import { pipelining } from './pipelining.ts'
import { slowExports } from './slow-exports.ts'
import { slowReaders } from './slow-readers.ts'
import { stalledBodies } from './stalled-bodies.ts'
import { uploads } from './uploads.ts'
import { wildcards } from './wildcards.ts'

/** In this order: what leaves something behind (records, uploads) comes last. */
export const attacks: readonly Attack[] = [
  stalledBodies,
  keylessUploads,
  connections,
  slowReaders,
  pipelining,
  largeHeads,
  pages,
  wildcards,
  hangUp,
  manyAddresses,
  slowExports,
  manyExports,
  explain,
  engineStopped,
  uploads,
  hugeRecords,
]
