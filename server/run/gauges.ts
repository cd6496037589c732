import type { Gauged } from '../http/metrics.ts'
import { missingSessions } from './readiness.ts'
import type { Runtime } from './runtime.ts'

/** What /metrics reads of the runtime at each scrape. */
export const gaugesOf = ({ deps, drain, audits, retagging }: Runtime): Gauged[] => [
  {
    name: 'noisefloor_spool_sessions',
    help: 'Sessions accepted and not yet stored.',
    read: () => drain.status().undrainedSessions,
  },
  {
    name: 'noisefloor_spool_bytes',
    help: 'Bytes accepted and not yet stored.',
    read: () => drain.status().undrainedBytes,
  },
  {
    name: 'noisefloor_stored_sessions',
    help: 'Sessions stored since the start.',
    read: () => drain.status().storedSessions,
  },
  {
    name: 'noisefloor_quarantined_sessions',
    help: 'Sessions set aside because they can never be stored.',
    read: () => drain.status().quarantined,
  },
  {
    name: 'noisefloor_spool_damaged_bytes',
    help: 'Bytes found damaged in the spool at the start.',
    read: () => drain.status().damagedBytes,
  },
  {
    name: 'noisefloor_missing_sessions',
    help: 'Sessions accepted that are neither stored nor set aside; /readyz names them.',
    read: () => missingSessions(audits),
  },
  {
    name: 'noisefloor_remade_batches',
    help: 'Accepted batches restored from their captures since the start.',
    read: () => audits.audit.status().restoredBatches,
  },
  {
    name: 'noisefloor_damaged_parts',
    help: 'Parts of the engine whose checksums did not hold; /readyz tells what became of them.',
    read: () => audits.parts.status().damaged.length,
  },
  {
    name: 'noisefloor_captures_dissecting',
    help: 'Captures that are dissected now.',
    read: () => deps.dissection.status().running,
  },
  {
    name: 'noisefloor_captures_waiting',
    help: 'Captures that wait to be dissected.',
    read: () => deps.dissection.status().waiting,
  },
  {
    name: 'noisefloor_tag_days_due',
    help: 'Stored days whose tags are not yet known to be those of the rules.',
    read: () => retagging.status().due ?? 0,
  },
]
