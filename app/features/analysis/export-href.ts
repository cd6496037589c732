import type { AnalysisFormat, AnalysisPart } from '#model/analysis.ts'

/** A part of a list as a file; the name of the file is the server's. */
export const exportHref = (id: string, part: AnalysisPart | 'ignored', format: AnalysisFormat): string =>
  `/api/ip/analysis/${id}?${new URLSearchParams({ export_type: part, file_format: format })}`
