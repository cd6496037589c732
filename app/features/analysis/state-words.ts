import type { Analysis, AnalysisState } from '#model/analysis.ts'
import { sizeText } from './bytes.ts'

export const stateWords: Readonly<Record<AnalysisState, string>> = {
  queued: 'Waiting',
  running: 'Reading',
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** Of what was sent; of nothing all is read. */
export const percentRead = ({ read, bytes }: Pick<Analysis, 'read' | 'bytes'>): number =>
  bytes === 0 ? 100 : Math.min(100, Math.floor((100 * read) / bytes))

/** "1.2 MB of 3.4 MB, 35%" */
export const readText = (analysis: Pick<Analysis, 'read' | 'bytes'>): string =>
  `${sizeText(analysis.read)} of ${sizeText(analysis.bytes)}, ${percentRead(analysis)}%`
