import type { AnalysisKind, AnalysisState, AnalysisTotals, IgnoredText } from '#model/analysis.ts'
import { counted } from '../counted.ts'
import { printable } from '../printable.ts'

/** What answers about lists of addresses and of CVEs have in common (server/api/wire/analysis.ts). */
export interface Analysis {
  state: AnalysisState
  bytes: number
  read: number
  totals: AnalysisTotals
  error: string
  ignored: IgnoredText[]
}

const of = (kind: AnalysisKind, count: number): string =>
  kind === 'ips' ? counted(count, 'address', 'addresses') : counted(count, 'CVE')

export function progressLine({ state, bytes, read, totals }: Analysis, kind: AnalysisKind): string {
  if (state === 'queued') return 'waiting for its turn'
  const percent = bytes === 0 ? 0 : Math.floor((100 * Math.min(read, bytes)) / bytes)
  return `${percent} % read, ${of(kind, totals.unique)}`
}

/** Of what was not valid so many are named. */
const named = 5

export function summaryLines({ totals, ignored }: Analysis, kind: AnalysisKind): string[] {
  const { unique, submitted, reserved, ignored: count, blocks } = totals
  const facts = [
    `${of(kind, unique)}, named ${counted(submitted, 'time')}`,
    ...(reserved > 0 ? [`${reserved} private or reserved`] : []),
    ...(blocks > 0 ? [`${counted(blocks, 'block')} looked into`] : []),
    ...(count > 0 ? [`${count} not valid`] : []),
  ]
  return [
    facts.join('; '),
    ...ignored
      .slice(0, named)
      .map(({ line, column, text, reason }) => printable(`  ${line}:${column}  ${text}: ${reason}`)),
  ]
}

/** How much of a table was left out. */
export const moreLines = (shown: number, all: number): string[] =>
  shown < all ? [`… and ${all - shown} more (-n 0: all)`] : []
