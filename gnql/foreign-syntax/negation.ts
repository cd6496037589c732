import { colon, end, foreignPattern, type ForeignPattern, start } from './pattern.ts'

/** Minus, exclamation mark, plus and NOT where they do nothing, or not what was meant. */
export const negation: readonly ForeignPattern[] = [
  foreignPattern(
    String.raw`${colon}(?<sign>[-!]{1,9}|not\s{1,9})(?![-!])(?<value>"[^"]*"|[^\s()":,]+)${end}`,
    /:\s?(?:[-!]|not\s)/iu,
    ({ text, field, group }) => {
      if (field?.type !== 'text') return null
      const sign = group('sign').trim()
      const isWord = sign.toLowerCase() === 'not'
      const isRefused = isWord && /:\s/u.test(text)
      return {
        severity: isRefused ? 'error' : 'hint',
        message: `"${sign}" is read as ${isWord ? 'a' : 'part of the'} value here. To exclude, put the sign before the field.`,
        suggestion: `-${group('field')}:${group('value')}`,
      }
    },
  ),
  foreignPattern(
    String.raw`(?<=^\s{0,9}|\(\s{0,9}|\b(?:and|or|not)\s{1,9})-\s+(?=(?!(?:and|or|not)\b)[^\s)&|])|(?<=\s)-\s+(?=\()`,
    /-\s/iu,
    () => ({
      severity: 'error',
      message: 'A minus excludes what it touches.',
      suggestion: '-',
      expected: ['a term'],
    }),
  ),
  foreignPattern(String.raw`${start}\+(?<term>[\w.]+:|[\w"(])`, /\+/iu, ({ group }) => ({
    severity: group('term').length > 1 || group('term') === '(' || group('term') === '"' ? 'error' : 'hint',
    message: 'A plus means nothing here: terms side by side are all required.',
    suggestion: group('term'),
  })),
]
