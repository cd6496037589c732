import { end, foreignPattern, type ForeignPattern, name, start } from './pattern.ts'

const curly = '“”„‟«»＂'

/** What word processors and other keyboards put in place of ASCII. */
export const typography: readonly ForeignPattern[] = [
  foreignPattern(
    String.raw`(?<![^\s(!:=,-])[${curly}](?<inside>[^${curly}"]*)[${curly}]?`,
    /[“”„‟«»＂]/iu,
    ({ group }) => ({
      severity: 'error',
      message: 'Only straight double quotes hold words together.',
      suggestion: `"${group('inside')}"`,
      expected: ['"'],
    }),
  ),
  foreignPattern(
    String.raw`${start}${name}\s?[：﹕꞉]\s?`,
    /[：﹕꞉]/iu,
    ({ field, group }) =>
      field && {
        severity: 'error',
        message: `${group('field')} is followed by a colon of another script.`,
        suggestion: `${group('field')}:`,
        expected: [':'],
      },
  ),
]

/** Heard last: SQL's single quotes come with more to say. */
export const singleQuotes: readonly ForeignPattern[] = [
  foreignPattern(
    String.raw`(?<![^\s(!:-])['‘’‚](?<inside>[^'‘’‚"]*)['‘’]${end}`,
    /['‘’‚]/iu,
    ({ group }) => ({
      severity: 'hint',
      message: 'Single quotes are read as part of the text. Words are held together by double quotes.',
      suggestion: `"${group('inside')}"`,
    }),
  ),
]
