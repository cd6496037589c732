import type { Extraction } from '#methods/extraction/extractor.ts'
import { counted } from '../../ui/numbers.ts'
import type { AnalysisKind } from '#model/analysis.ts'
import { kindWords } from './kind.ts'

/** Lines that are named; of more than these only how many there are. */
const linesNamed = 3

/**
 * What a list that is being written holds, as a sentence: "312 unique addresses, 14 duplicates, 6 private or reserved, 2 not valid
 * (lines 40, 77)".
 */
export function countSentence(kind: AnalysisKind, extraction: Extraction): string {
  const { distinct, duplicates, reserved, invalid } = extraction
  const { one, many } = kindWords[kind].things
  if (distinct === 0 && invalid.count === 0) return `No ${one} found yet`
  const lines = [...new Set(invalid.shown.map(({ line }) => line))]
  const named = lines.length <= linesNamed && invalid.shown.length === invalid.count
  const place = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, linesNamed).join(', ')}${named ? '' : ' …'}`
  return [
    counted(distinct, `unique ${one}`, `unique ${many}`),
    ...(duplicates > 0 ? [counted(duplicates, 'duplicate')] : []),
    ...(reserved > 0 ? [`${counted(reserved, 'private or reserved', 'private or reserved')}`] : []),
    ...(invalid.count > 0 ? [`${counted(invalid.count, 'not valid', 'not valid')} (${place})`] : []),
  ].join(', ')
}
