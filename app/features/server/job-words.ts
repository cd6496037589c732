import type { JobStatus } from '#model/server-status.ts'

export type JobState = 'running' | 'waiting' | 'not-run' | 'failed' | 'elsewhere'

/** What one word says of a job: what it does now before how its last round ended. */
export function stateOf({ state, rounds, lastError }: JobStatus): JobState {
  if (state !== 'waiting') return state
  if (lastError !== null) return 'failed'
  return rounds === 0 ? 'not-run' : 'waiting'
}

/** "350 ms", "2.4 s", "3 min 5 s", "2 h 10 min". */
export function durationOf(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** "just now", "40 s ago", "5 min ago", "3 h ago", "2 days ago". */
export function agoOf(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 2) return 'just now'
  if (seconds < 120) return `${seconds} s ago`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min ago`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`
}
