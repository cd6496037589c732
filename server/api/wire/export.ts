import { z } from '@hono/zod-openapi'
import { exportFormats } from '#store/analytics/exports/lines.ts'
import { apiRecordPart } from './api-record.ts'

/** Parameters that turn a query into an export of all it matches. */
export const exportParams = {
  export_format: z.enum(exportFormats).optional().openapi({
    description:
      'Answers with a file of everything that matches, as it stands at one moment, in the order that `sort` names (another than by address for at most 50,000 addresses, and not with `changes_since`). `csv` (RFC 4180; a record is a line; lists of our own words are joined by "; ", lists of texts from the network are JSON; a cell that a spreadsheet would run as a formula begins with a quote mark), `json` (one object, a record a line), `ndjson` (a record a line), `txt` (addresses). Columns of `csv` stand in the order of `fields`. `size`, `scroll_token` and `explain` have no part in it.',
  }),
  cursor: z.string().max(1024).optional().openapi({
    description:
      'The `export-cursor` of an earlier export of the same query: the same rows again, for 24 hours. With `after` it continues a download that was cut off.',
  }),
  after: z.string().max(64).optional().openapi({
    description:
      'The address of the last line that arrived whole (cut the file behind it). The answer is then exactly the rest of that file, without header row or opening bracket: append it.',
  }),
  changes_since: z.string().max(1024).optional().openapi({
    description:
      'The `export-cursor` of an earlier export of the same query, up to 30 days old: only addresses that are new, gone or changed since, each with `change` in front. A gone address has no record. The answer brings the cursor for the next time.',
  }),
}

const file = z.string().openapi({ format: 'binary' })

export const exportHeaders = z.object({
  'export-cursor': z.string().optional().openapi({
    description: 'Exports: names the copy this file is made from, for `cursor` and `changes_since`.',
  }),
  'export-count': z.string().optional().openapi({ description: 'Exports: rows of the whole file.' }),
  'restricted-fields': z
    .string()
    .optional()
    .openapi({ description: 'Exports: paths that the plan lacks; tables have no column of them.' }),
  'content-disposition': z.string().optional().openapi({ description: 'Exports: the name of the file.' }),
})

/** What an export answers beside JSON. */
export const exportContent = {
  'text/csv': { schema: file },
  'application/x-ndjson': { schema: file },
  'text/plain': { schema: file },
}

/** A file of JSON: what a page is not. */
export const exportedIps = z
  .object({
    data: z.array(
      z.object({
        change: z.enum(['new', 'gone', 'changed']).optional().openapi({
          description: 'With `changes_since`. A gone address has no record.',
        }),
        ...apiRecordPart.shape,
      }),
    ),
    request_metadata: z.object({
      query: z.string(),
      adjusted_query: z.string(),
      count: z.number().openapi({ description: 'Rows of the file.' }),
      matching: z
        .number()
        .openapi({ description: 'Addresses that match: more than rows, where only changes were asked for.' }),
      complete: z.literal(true),
      export_cursor: z.string(),
      exported_at: z.iso.datetime(),
      message: z.string(),
      restricted_fields: z.array(z.string()),
    }),
  })
  .openapi('ExportedIps', { description: 'With export_format=json.' })
