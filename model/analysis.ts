/** A list of addresses or CVEs that somebody pasted or sent as a file, compared with what is known. */

export const analysisKinds = ['ips', 'cves'] as const
export type AnalysisKind = (typeof analysisKinds)[number]

/** queued → running → completed, failed or cancelled; a server that dies meanwhile leaves it to the next. */
export const analysisStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type AnalysisState = (typeof analysisStates)[number]

export const isOver = (state: AnalysisState): boolean => state !== 'queued' && state !== 'running'

/** What was found in the text. */
export interface AnalysisTotals {
  /** All, repeated ones among them. */
  submitted: number
  unique: number
  /** Of those submitted the ones that had stood there before. Addresses known inside blocks were not submitted and are none. */
  duplicates: number
  /** Of the unique ones those in ranges that no public host has (model/reserved.ts). */
  reserved: number
  /** What looked like one and is none; the first of them are kept with their places (`IgnoredText`). */
  ignored: number
  /** Addresses that only stood as blocks (CIDR): of those what is known inside was taken. */
  blocks: number
}

export const noTotals: AnalysisTotals = {
  submitted: 0,
  unique: 0,
  duplicates: 0,
  reserved: 0,
  ignored: 0,
  blocks: 0,
}

/** Something that was not taken, and why. */
export interface IgnoredText {
  /** Both from 1; the column in characters. */
  line: number
  column: number
  text: string
  reason: string
}

/** One analysis as lists show it. */
export interface Analysis {
  id: string
  kind: AnalysisKind
  name: string
  /** "" for pasted text. */
  fileName: string
  /** Of what was sent. */
  bytes: number
  state: AnalysisState
  /** Bytes of them that were read. */
  read: number
  totals: AnalysisTotals
  /** Why it failed, for people; "" where it did not. */
  error: string
  /** Whether the other members of the workspace see it. */
  shared: boolean
  /** Whether whoever asks made it. */
  own: boolean
  /** Milliseconds since 1970 UTC. */
  created: number
  expires: number
}

/** Parts of a finished list that can be shown and exported by themselves. */
export const analysisParts = [
  'all',
  'malicious',
  'suspicious',
  'benign',
  'unknown',
  'business-services',
  'not-observed',
] as const
export type AnalysisPart = (typeof analysisParts)[number]

/** Formats of exports; of TXT one address a line. */
export const analysisFormats = ['csv', 'json', 'ndjson', 'txt'] as const
export type AnalysisFormat = (typeof analysisFormats)[number]
