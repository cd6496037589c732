/**
 * What is known about a vulnerability. Sources give parts of `CveFacts`; services/cve lays them over each other.
 * Days are "YYYY-MM-DD", instants ISO 8601 UTC with Z.
 */

/** "CVE-2021-44228": four digits of year, four to seven of number (CVE record format 5, `cveId`). */
export const cvePattern = /^CVE-\d{4}-\d{4,7}$/

/** The id as records write it, or null when the text is none. Case and blanks around it do not matter. */
export function canonicalCve(text: string): string | null {
  const id = text.trim().toUpperCase()
  return cvePattern.test(id) ? id : null
}

/** How much of a record a plan shows (specification §6, "CVE insight level"), the least first. */
export const insightLevels = ['free', 'basic', 'advanced'] as const
export type InsightLevel = (typeof insightLevels)[number]

export const reaches = (held: InsightLevel, wanted: InsightLevel): boolean =>
  insightLevels.indexOf(held) >= insightLevels.indexOf(wanted)

/** One score somebody gave. */
export interface Cvss {
  /** "2.0", "3.0", "3.1" or "4.0". */
  version: string
  /** 0 to 10. */
  score: number
  vector: string
  /** NONE, LOW, MEDIUM, HIGH or CRITICAL; "" when not said. */
  severity: string
  /** Who scored: "nvd", or the short name of the organisation in the CVE record. */
  by: string
}

export interface CveReference {
  url: string
  tags: string[]
}

export interface Affected {
  vendor: string
  product: string
  /** "< 2.15.0", "1.2 to 1.4": for people. */
  versions: string[]
}

export interface KnownExploit {
  kind: 'metasploit' | 'nuclei' | 'suricata' | 'crowdsec' | 'proof-of-concept'
  /** Path of a module, id of a template or rule, or an address. */
  name: string
}

/** What one source says about one CVE. */
export interface CveData {
  rejected?: boolean
  name?: string
  description?: string
  vendor?: string
  product?: string
  published?: string
  modified?: string
  /** The National Vulnerability Database has it. */
  inNvd?: boolean
  cvss?: Cvss[]
  weaknesses?: { id: string; name: string }[]
  affected?: Affected[]
  references?: CveReference[]
  epss?: { score: number; percentile: number; date: string }
  epssHistory?: { date: string; score: number }[]
  kev?: { added: string; due: string; ransomware: boolean; action: string }
  ssvc?: { exploitation: string; automatable: string; technicalImpact: string }
  exploits?: KnownExploit[]
  /** Public proofs of concept counted by a list that does not name each. */
  proofs?: number
  techniques?: { id: string; name: string; type: string }[]
  actors?: { name: string; kind: 'threat-actor' | 'botnet' | 'ransomware' }[]
}
