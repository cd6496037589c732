import type { AnalysisKind } from '#model/analysis.ts'
import { isFileTypeTaken, listTexts } from '#model/analysis-file.ts'

/** Why a list was not taken (specification §4, "File"); `rateLimited` has the page of limits for itself. */
export type FileProblem =
  | 'fileNotSupported'
  | 'fileSize'
  | 'error'
  | 'searchEntitlementMissing'
  | 'rateLimited'

/** What is wrong with a file before it is sent; null where nothing is. */
export function problemOf(
  file: { name: string; size: number },
  { kind, maxMb }: { kind: AnalysisKind; maxMb: number },
): FileProblem | null {
  if (!isFileTypeTaken(kind, file.name)) return 'fileNotSupported'
  return file.size > maxMb * 1e6 ? 'fileSize' : null
}

/** What the server's answer means. */
export function problemOfStatus(status: number): FileProblem {
  switch (status) {
    case 401:
    case 403:
      return 'searchEntitlementMissing'
    case 413:
      return 'fileSize'
    case 415:
      return 'fileNotSupported'
    case 429:
      return 'rateLimited'
    default:
      return 'error'
  }
}

/** The sentences of the specification (§5, §8). */
export function problemText(
  problem: FileProblem,
  { kind, maxMb }: { kind: AnalysisKind; maxMb: number },
): string {
  switch (problem) {
    case 'fileNotSupported':
      return listTexts.unsupported
    case 'fileSize':
      return listTexts.tooLarge(maxMb)
    case 'error':
      return listTexts.failed[kind]
    case 'searchEntitlementMissing':
      return 'You do not have access to this page.'
    case 'rateLimited':
      return 'Rate limit exceeded. Please try again later.'
  }
}
