import type { Analysis, AnalysisFormat, AnalysisPart } from '#model/analysis.ts'
import { callOf } from './kind.ts'

/** A part of a list as a file, narrowed by a query; the name of the file is the server's. */
export const exportHref = (
  { kind, id }: Pick<Analysis, 'kind' | 'id'>,
  part: AnalysisPart | 'ignored',
  { format, query = '' }: { format: AnalysisFormat; query?: string },
): string =>
  `${callOf(kind, id)}?${new URLSearchParams({ export_type: part, file_format: format, ...(query && { query }) })}`
