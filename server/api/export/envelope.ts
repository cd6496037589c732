import type { ExportFormat } from '#store/analytics/exports/lines.ts'
import { tableOf, type Shape } from '#store/analytics/exports/shape.ts'
import type { OpenExport } from '#services/ip/export/open.ts'

export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

/** Columns of the table: paths of the record, without the name that would begin nearly all of them. */
const columnsOf = (shape: Shape): string[] =>
  tableOf(shape).map(({ path }) => path.join('.').replace(/^internet_scanner_intelligence\./, ''))

/**
 * A file from its lines. Continued, it is only what comes after the lines that somebody has: `first` is then false.
 */
export async function* wrapped(
  open: OpenExport,
  {
    format,
    shape,
    query,
    first,
    restricted,
  }: {
    format: ExportFormat
    shape: Shape
    query: string
    first: boolean
    /** Paths that the plan lacks. */
    restricted: readonly string[]
  },
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (first && format === 'csv')
      yield Buffer.from(`${[...(open.changes ? ['change'] : []), ...columnsOf(shape)].join(',')}\r\n`)
    if (first && format === 'json') yield Buffer.from('{"data":[\n')
    let start = first
    for await (const lines of open.lines) {
      // Lines of JSON begin with a comma; the first of all has nothing before it.
      yield start && format === 'json' ? lines.subarray(1) : lines
      start = false
    }
    if (format === 'json')
      yield Buffer.from(`],\n"request_metadata":${JSON.stringify(metadata(open, query, restricted))}}\n`)
  } finally {
    await open.lines.return()
  }
}

const metadata = (open: OpenExport, query: string, restricted: readonly string[]) => ({
  query,
  adjusted_query: open.adjustedQuery,
  count: open.total,
  matching: open.matching,
  // Stands behind the last record: who reads it has everything.
  complete: true,
  export_cursor: open.cursor,
  exported_at: new Date(open.madeAt).toISOString(),
  message: '',
  restricted_fields: restricted,
})

/** `{kind}_{slug}_{yyyymmddThhmmssZ}.{ext}`, in letters that every file system takes. */
export function fileName(
  open: Pick<OpenExport, 'changes' | 'madeAt'>,
  query: string,
  format: ExportFormat,
): string {
  const slug = query
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  const time = new Date(open.madeAt).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `${open.changes ? 'ip-changes' : 'ips'}_${slug || 'all'}_${time}.${format}`
}
