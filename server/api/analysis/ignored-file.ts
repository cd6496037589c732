import type { AnalysisFormat, IgnoredText } from '#model/analysis.ts'
import { csvLine } from '../present/csv.ts'

/** What of a list was not taken, as a file; of TXT the texts alone. */
export async function* ignoredFile(
  ignored: readonly IgnoredText[],
  format: AnalysisFormat,
): AsyncGenerator<string> {
  switch (format) {
    case 'csv':
      yield csvLine(['line', 'column', 'text', 'reason'])
      yield ignored
        .map(({ line, column, text, reason }) => csvLine([String(line), String(column), text, reason]))
        .join('')
      break
    case 'json':
      yield `${JSON.stringify(ignored)}\n`
      break
    case 'ndjson':
      yield ignored.map((one) => `${JSON.stringify(one)}\n`).join('')
      break
    case 'txt':
      yield ignored.map(({ text }) => `${text.replaceAll(/[\r\n]+/g, ' ')}\n`).join('')
  }
}
