import type { IgnoredText } from '#model/analysis.ts'
import type { Fault, Invalid } from '#methods/extraction/invalid.ts'

/** Why something was not taken, in words (docs/methods/extraction.md). */
const words: Readonly<Record<Fault, string>> = {
  'octet-above-255': 'a part is above 255',
  'leading-zero': 'a part begins with a zero, which some read as octal',
  'not-four-parts': 'an IPv4 address has four parts',
  'wrong-prefix': 'the length of the prefix is not valid',
  'not-eight-groups': 'an IPv6 address has eight groups',
  'long-group': 'a group of an IPv6 address has four digits at most',
  'shortened-twice': '“::” may stand once',
  'wrong-year': 'the year of a CVE has four digits',
  'wrong-number': 'the number of a CVE has four to seven digits',
}

export const ignoredTexts = (shown: readonly Invalid[]): IgnoredText[] =>
  shown.map(({ reason, ...rest }) => ({ ...rest, reason: words[reason] }))
