import {
  type AnalysisFormat,
  type AnalysisKind,
  analysisFormats,
  type AnalysisPart,
  analysisParts,
} from '#model/analysis.ts'
import { Exit } from '../exit.ts'

export interface AnalyzeOptions {
  kind: AnalysisKind
  /** A part of the list as a file, instead of words. */
  export: { part: AnalysisPart; format: AnalysisFormat } | null
  json: boolean
  /** Whether the list stays on the server, with a page of its own. */
  keep: boolean
  /** Rows that are shown; 0 for all. */
  limit: number
}

interface Words {
  cves: boolean
  export?: string | undefined
  format?: string | undefined
}

/** @throws Exit 'usage' for a part or a format that does not exist */
export function analyzeOptionsOf(
  { cves, export: part, format = 'csv' }: Words,
  rest: Pick<AnalyzeOptions, 'json' | 'keep' | 'limit'>,
): AnalyzeOptions {
  const kind = cves ? 'cves' : 'ips'
  if (part === undefined) return { ...rest, kind, export: null }
  const parts = cves ? (['all'] as const) : analysisParts
  const knownPart = parts.find((one) => one === part)
  const knownFormat = analysisFormats.find((one) => one === format)
  if (!knownPart) throw new Exit('usage', `--export: "${part}" is none of ${parts.join(', ')}`)
  if (!knownFormat) throw new Exit('usage', `--format: "${format}" is none of ${analysisFormats.join(', ')}`)
  return { ...rest, kind, export: { part: knownPart, format: knownFormat } }
}
