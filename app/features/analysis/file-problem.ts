import { isFileTypeTaken } from '#model/analysis-file.ts'

/** Why a list was not taken (specification §4, "File"); `rateLimited` has the page of limits for itself. */
export type FileProblem =
  | 'fileNotSupported'
  | 'fileSize'
  | 'error'
  | 'searchEntitlementMissing'
  | 'rateLimited'

/** What is wrong with a file before it is sent; null where nothing is. */
export function problemOf(file: { name: string; size: number }, maxMb: number): FileProblem | null {
  if (!isFileTypeTaken('ips', file.name)) return 'fileNotSupported'
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
export function problemText(problem: FileProblem, maxMb: number): string {
  switch (problem) {
    case 'fileNotSupported':
      return 'File type not supported'
    case 'fileSize':
      return `File too large, max file size is ${maxMb} MB`
    case 'error':
      return 'Could not create new Analysis. Try updating your IP list.'
    case 'searchEntitlementMissing':
      return 'You do not have access to this page.'
    case 'rateLimited':
      return 'Rate limit exceeded. Please try again later.'
  }
}
