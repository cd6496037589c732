import { colon, end, foreignPattern, type ForeignPattern } from './pattern.ts'

const edge = String.raw`[^\s()"[\]{},:<>]+(?::[^\s()"[\]{},<>]+)?`
const letters: Readonly<Record<string, string>> = { h: 'h', d: 'd', w: 'w', m: 'm' }

/** Ranges of numbers and durations in the words of other tools. */
export const ranges: readonly ForeignPattern[] = [
  foreignPattern(
    String.raw`${colon}(?<from>${edge})\s+(?:to|-|–|\.\.)\s+(?<to>${edge})${end}`,
    /\s(?:to|-|–|\.\.)\s/iu,
    ({ field, group }) =>
      field && field.type !== 'text' && field.type !== 'boolean'
        ? {
            severity: 'error',
            message: 'A range stands in brackets.',
            suggestion: `${group('field')}:[${group('from')} TO ${group('to')}]`,
            expected: ['[from TO to]'],
          }
        : null,
  ),
  foreignPattern(
    String.raw`${colon}(?<sign>[<>]=?)?(?:(?:last|past)\s{1,9}(?:(?<some>\d{1,5})\s{1,9})?|(?<count>\d{1,5})\s{1,9})(?<unit>h|d|w|m)(?:ours?|ays?|eeks?|onths?)(?:\s{1,9}ago)?${end}`,
    /(?:last|past|\d)\s/iu,
    ({ field, group }) => {
      const letter = letters[group('unit').toLowerCase()]
      if (field?.type !== 'time' || letter === undefined) return null
      return {
        severity: 'error',
        message: 'A duration is a number and one letter.',
        suggestion: `${group('field')}:${group('sign')}${group('count') || group('some') || '1'}${letter}`,
        expected: ['12h', '7d', '2w', '3m'],
      }
    },
  ),
  foreignPattern(String.raw`${colon}[<>=]*(?<count>[1-9]\d{1,5})m${end}`, /\dm/iu, ({ field, group }) =>
    field?.type === 'time'
      ? {
          severity: 'hint',
          message: `${group('count')}m is ${group('count')} months; minutes have no letter, hours are h.`,
          suggestion: null,
        }
      : null,
  ),
]
