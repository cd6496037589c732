import type { AnalysisKind } from '#model/analysis.ts'
import type { FileUploadSize } from '#model/entitlements.ts'

/** What pages of lists of addresses and of CVEs say and do otherwise. */
interface KindWords {
  /** Path of the page; the calls stand under /api. */
  path: '/ip/analysis' | '/cves/analysis'
  title: string
  /** What one list holds. */
  things: { one: string; many: string; heading: string }
  label: string
  placeholder: string
  hint: string
  /** Names the form of a file. */
  file: string
  button: string
  /** What an empty page says. */
  empty: string
  maxMb: (size: FileUploadSize) => number
}

export const kindWords: Readonly<Record<AnalysisKind, KindWords>> = {
  ips: {
    path: '/ip/analysis',
    title: 'IP analysis',
    things: { one: 'address', many: 'addresses', heading: 'Addresses' },
    label: 'Addresses, or any text that holds them',
    placeholder: '203.0.113.7\n2001:db8::7\nsshd: Failed password for root from 198[.]51[.]100[.]4',
    hint: 'IPv4 and IPv6, one a line or anywhere in a log; defanged ones and CIDR blocks are read, too. Each counts once.',
    file: 'A file of addresses',
    button: 'Analyze IPs',
    empty:
      'Paste addresses or the lines of a log above, for instance all that tried to sign in today: the result says which of them were seen scanning, and which were not.',
    maxMb: ({ ipAnalysis }) => ipAnalysis,
  },
  cves: {
    path: '/cves/analysis',
    title: 'CVE analysis',
    things: { one: 'CVE', many: 'CVEs', heading: 'CVEs' },
    label: 'CVE ids, or any text that holds them',
    placeholder: 'CVE-2021-44228\ncve-2024-3400 was found on 3 hosts',
    hint: 'In any case, one a line or anywhere in a report. Each counts once.',
    file: 'A file of CVEs',
    button: 'Analyze CVEs',
    empty:
      'Paste ids or the report of a scanner above: the result says which of them are known to be exploited, and which are tried against our sensors.',
    maxMb: ({ cveAnalysis }) => cveAnalysis,
  },
}

/** The call of one analysis. */
export const callOf = (kind: AnalysisKind, id: string): string => `/api${kindWords[kind].path}/${id}`
