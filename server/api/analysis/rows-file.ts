import type { AnalysisFormat } from '#model/analysis.ts'
import { csvLine } from '../present/csv.ts'

/** Rows as a file, some at a time. */

export const contentTypes: Readonly<Record<AnalysisFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  txt: 'text/plain; charset=utf-8',
}

const cellOf = (value: unknown): string => (Array.isArray(value) ? value.join('; ') : String(value))

interface Written<T, R extends object> {
  format: AnalysisFormat
  /** Columns of a table, in order. */
  names: readonly (keyof R & string)[]
  /** One of them on one level. */
  rowOf: (one: T) => R
  /** Its line of a plain list. */
  textOf: (one: T) => string
}

export async function* fileOfRows<T, R extends object>(
  batches: AsyncIterable<T[]>,
  { format, names, rowOf, textOf }: Written<T, R>,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(names)
  if (format === 'json') yield '['
  let isFirst = true
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const json = () => batch.map((one) => JSON.stringify(rowOf(one)))
    switch (format) {
      case 'csv':
        yield batch.map((one) => csvLine(names.map((name) => cellOf(rowOf(one)[name])))).join('')
        break
      case 'ndjson':
        yield `${json().join('\n')}\n`
        break
      case 'txt':
        yield batch.map((one) => `${textOf(one)}\n`).join('')
        break
      case 'json':
        yield `${isFirst ? '' : ',\n'}${json().join(',\n')}`
    }
    isFirst = false
  }
  if (format === 'json') yield ']\n'
}
