import type { CvePhase, Phase } from '#model/cve-report.ts'

/** Version of docs/methods/cve-phase.md. */
export const phaseMethod = '1'

/** The constants of the method, by the names it gives them. */
export const phaseRule = {
  /** Complete days that are "now". */
  recentDays: 7,
  /** Complete days before them that are "before". */
  baseDays: 28,
  /** Addresses a day that are many. */
  many: 50,
  /** How old a first sighting may be, in days, to be new. */
  newDays: 14,
  /** Days that must have been watched without it before something is called new. */
  quietDays: 14,
  /** Days of "before" that must have been watched for a comparison. */
  minBaseDays: 7,
  /** Address-days that a rise or fall must amount to, so that chance alone is none. */
  minChange: 5,
} as const

export interface PhaseInput {
  /** Addresses a UTC day whose verdict is not benign, oldest first; the last is today, which is not over. */
  daily: readonly number[]
  /** How many of these days our sensors watched, today included. */
  watchedDays: number
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const shown = (value: number): string => String(Math.round(value * 10) / 10)

/** In which phase the exploitation of a CVE is, as our sensors see it. */
export function phaseOf({ daily, watchedDays }: PhaseInput): CvePhase {
  const rule = phaseRule
  const say = (word: Phase, because: string): CvePhase => ({ word, method: phaseMethod, because })
  const today = daily.length - 1
  const first = daily.findIndex((addresses) => addresses > 0)
  if (first < 0) return say('none seen', `No address tried it in the last ${daily.length} days.`)

  const complete = daily.slice(0, -1)
  const recent = mean(complete.slice(-rule.recentDays))
  const before = complete.slice(0, -rule.recentDays).slice(-rule.baseDays)
  // Days that nobody watched are no zeros.
  const watched = before.slice(Math.max(0, before.length - Math.max(0, watchedDays - 1 - rule.recentDays)))
  const base = mean(watched)
  const comparable = watched.length >= rule.minBaseDays
  const change = (recent - base) * rule.recentDays
  const usual =
    watched.length === 0 ? 'and no day before was watched' : `${shown(base)} in the ${watched.length} before`
  const numbers = `${shown(recent)} addresses a day in the last ${rule.recentDays} days, ${usual}`

  if (comparable && recent <= base / 2 && -change >= rule.minChange)
    return say('fading', `${numbers}: half or less.`)
  if (recent >= rule.many) return say('mass', `${numbers}: ${rule.many} or more.`)
  const age = today - first
  const quiet = watchedDays - 1 - age
  if (age <= rule.newDays && quiet >= rule.quietDays)
    return say('early', `First seen ${age} days ago, after ${quiet} watched days without it; ${numbers}.`)
  if (comparable && recent >= base * 2 && change >= rule.minChange)
    return say('rising', `${numbers}: twice or more.`)
  if (!comparable) return say('background', `${numbers}: too few to compare.`)
  const alike = recent === base || (recent > base / 2 && recent < base * 2)
  return say('background', `${numbers}: ${alike ? 'about the same' : 'so few that it may be chance'}.`)
}
