import { noTotals } from '#model/analysis.ts'
import { refuse } from '#model/errors.ts'
import { extractorOf } from '#methods/extraction/extractor.ts'
import { ignoredTexts } from './ignored.ts'
import type { Listed } from './input.ts'
import type { AnalysisProgress } from './messages.ts'
import { textOfPdf } from './pdf/text.ts'
import type { AnalysisResult } from './result-file.ts'

/** Distinct CVEs that a list may have: each is looked up before the first page of them can be shown in order. */
const maxDistinct = 50_000
const maxIgnored = 10_000
/** Rows that are made at once. */
const atOnce = 10_000
const everyMs = 100

/** Reads a list for CVEs. @throws Refusal for what cannot be read */
export async function analyzeCves(
  input: Listed,
  { onProgress, signal }: { onProgress: (progress: AnalysisProgress) => void; signal: AbortSignal },
): Promise<AnalysisResult> {
  if (input.content === 'capture')
    throw refuse('unsupported-media', 'File type not supported: of a capture only addresses are read.')
  const text = input.content === 'pdf' ? textOfPdf(input.plain, { signal }) : input.plain
  const extractor = extractorOf('cves', { maxDistinct, maxInvalid: maxIgnored })
  let toldAt = performance.now()
  for await (const chunk of text) {
    extractor.push(chunk)
    if (performance.now() - toldAt < everyMs) continue
    toldAt = performance.now()
    const { distinct } = extractor
    onProgress({ read: input.read(), totals: { ...noTotals, submitted: distinct, unique: distinct } })
  }
  const { found, distinct, duplicates, ignored, invalid } = extractor.end()
  const cves: AnalysisResult['cves'] = []
  for (let from = 0; from < distinct; from += atOnce)
    for (const { text, times, line } of extractor.rows(from, from + atOnce))
      cves.push({ id: text, times, line })
  return {
    totals: {
      ...noTotals,
      submitted: found,
      unique: distinct,
      duplicates,
      ignored: ignored + invalid.count,
    },
    ignored: ignoredTexts(invalid.shown),
    cves,
    keys: new Uint32Array(0),
    times: new Uint32Array(0),
    lines: new Uint32Array(0),
  }
}
