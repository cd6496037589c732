import type { Context } from 'hono'
import { type AnalysisFormat } from '#model/analysis.ts'
import type { Env } from '../../http/env.ts'

/** Types of files that a call may accept instead of naming a format. */
const accepted: readonly [type: RegExp, format: AnalysisFormat][] = [
  [/\btext\/csv\b/, 'csv'],
  [/\bapplication\/x-ndjson\b/, 'ndjson'],
]

/**
 * The format of the file that is asked for; null where the answer is no file. A file it is with `export_type`, or where its type is
 * accepted; only then the format counts, which is CSV where nothing is said.
 */
export function fileFormat(
  { req }: Context<Env>,
  asked: { export_type?: string | undefined; file_format?: AnalysisFormat | undefined },
): AnalysisFormat | null {
  const accept = req.header('accept') ?? ''
  const byType = accepted.find(([type]) => type.test(accept))?.[1]
  if (asked.export_type === undefined && byType === undefined) return null
  return asked.file_format ?? byType ?? 'csv'
}
