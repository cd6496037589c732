import type { AnalysisFormat, IgnoredText } from '#model/analysis.ts'
import { fileOfRows } from './rows-file.ts'

async function* atOnce(ignored: IgnoredText[]): AsyncGenerator<IgnoredText[]> {
  yield ignored
}

/** What of a list was not taken, as a file; of TXT the texts alone. */
export const ignoredFile = (ignored: IgnoredText[], format: AnalysisFormat): AsyncGenerator<string> =>
  fileOfRows(atOnce(ignored), {
    format,
    names: ['line', 'column', 'text', 'reason'],
    rowOf: ({ line, column, text, reason }) => ({ line, column, text, reason }),
    textOf: ({ text }) => text.replaceAll(/[\r\n]+/g, ' '),
  })
