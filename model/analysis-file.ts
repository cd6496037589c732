import type { AnalysisKind } from './analysis.ts'

/** Endings of files that are taken, one list for forms, pages and the server; `txt` and `text` are one. */
export const analysisFileTypes: Readonly<Record<AnalysisKind, readonly string[]>> = {
  ips: ['json', 'txt', 'text', 'csv', 'pcap', 'pcapng'],
  cves: ['json', 'txt', 'text', 'csv', 'xml', 'pdf'],
}

/** How they are told to people. */
export const shownFileTypes: Readonly<Record<AnalysisKind, readonly string[]>> = {
  ips: ['json', 'txt', 'csv', 'pcap', 'pcapng'],
  cves: ['json', 'txt', 'csv', 'xml', 'pdf'],
}

const packed = /\.(?:gz|gzip|zst|zstd)$/i

/** Whether the part after the first dot of a name, or after the last, is one that is taken; packed ones by the name inside. */
export function isFileTypeTaken(kind: AnalysisKind, fileName: string): boolean {
  const name = fileName.replace(packed, '').toLowerCase()
  const parts = name.split('.')
  const types = analysisFileTypes[kind]
  return parts.length > 1 && (types.includes(parts.slice(1).join('.')) || types.includes(parts.at(-1) ?? ''))
}

/** The sentences of the specification (§5), which pages and the server say. */
export const listTexts = {
  unsupported: 'File type not supported',
  tooLarge: (mb: number): string => `File too large, max file size is ${mb} MB`,
  failed: {
    ips: 'Could not create new Analysis. Try updating your IP list.',
    cves: 'Could not create new Analysis. Try updating your CVEs list.',
  } satisfies Record<AnalysisKind, string>,
}
