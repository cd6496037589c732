import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ExtractionKind } from '#methods/extraction/extractor.ts'
import { type CommandRun, timeCommand } from '../measure/command.ts'

/** The forms of docs/methods/extraction.md as a pattern of ripgrep; what stands around them it can ask for boundaries of words only. */
const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])'
const dot = String.raw`(?:\.|\[(?:\.|dot)\]|\((?:\.|dot)\))`
const group = '[0-9A-Fa-f]{1,4}'
const colon = String.raw`(?::|\[:\]|\(:\))`
const quad = `${octet}(?:${dot}${octet}){3}`
const shortened = Array.from(
  { length: 7 },
  (_, at) =>
    `(?:${group}${colon}){${at === 0 ? 1 : `1,${7 - at}`}}(?:${colon}${group})${at === 0 ? '{1,6}' : `{1,${at}}`}`,
)
const six = [
  `(?:${group}${colon}){7}${group}`,
  ...shortened,
  `(?:${group}${colon}){1,7}${colon}`,
  `${colon}(?:${colon}${group}){1,7}`,
].join('|')
const patterns: Record<ExtractionKind, string> = {
  addresses: String.raw`\b${quad}\b(?:/[0-9]{1,2}\b)?|(?:${six})(?:%[0-9A-Za-z.~-]{1,16})?(?:/[0-9]{1,3}\b)?`,
  cves: String.raw`(?i)CVE[-\u{2010}-\u{2015}\u{2212}][0-9]{4}[-\u{2010}-\u{2015}\u{2212}][0-9]{4,7}`,
}

export interface Peer {
  /** `rg -o`: it finds, and counts nothing. */
  finding: CommandRun
  /** `rg -o | sort -u`: what it found, each once. */
  distinct: CommandRun
}

export const findingCommand = (kind: ExtractionKind, file: string): string =>
  `rg --text --only-matching --no-line-number --no-filename --regexp '${patterns[kind]}' '${file}'`

/** ripgrep over a file, so many times each; null when there is none. */
export async function runRipgrep(kind: ExtractionKind, file: string, times: number): Promise<Peer | null> {
  const finding = await timeCommand(findingCommand(kind, file), times)
  const distinct = finding && (await timeCommand(`${findingCommand(kind, file)} | LC_ALL=C sort -u`, times))
  return finding && distinct && { finding, distinct }
}

/** How many places ripgrep finds in a file. */
export async function countByRipgrep(kind: ExtractionKind, file: string): Promise<number> {
  const { stdout } = await promisify(execFile)('bash', ['-c', `${findingCommand(kind, file)} | wc -l`])
  return Number(stdout)
}
