import {
  alternativesOf,
  end,
  foreignPattern,
  type ForeignPattern,
  name,
  rewritten,
  start,
  value,
} from './pattern.ts'

const noRegular = 'There are no regular expressions; * and ? are the wildcards of a text.'

/** `field = value`, `field IN (a, b)`, `field contains value`: how SQL, SPL and KQL compare. */
export const comparisons: readonly ForeignPattern[] = [
  foreignPattern(
    String.raw`${start}${name}\s{0,9}(?<sign>==?|!=|<>|=~|!~|[<>]=?)\s{0,9}${value}?`,
    /[=<>~]/iu,
    (found) => {
      // `a>b:` is a misspelt name.
      if (!found.field || /^(?!").*:(?:[^\da-f:]|$)/iu.test(found.group('value'))) return null
      const [field, sign, right] = [
        found.group('field'),
        found.group('sign'),
        rewritten(found.group('value')),
      ]
      if (sign.includes('~'))
        return { severity: 'error', message: noRegular, suggestion: null, expected: [`${field}:text*`] }
      const compares = /^[<>]=?$/u.test(sign) && sign !== '<>'
      const fixed = `${sign === '!=' || sign === '<>' ? '-' : ''}${field}:${compares ? sign : ''}${right}`
      return {
        severity: 'error',
        message: `A colon is missing after ${field}.`,
        suggestion: right === '' ? null : fixed,
        expected: [':'],
      }
    },
  ),
  foreignPattern(
    String.raw`${start}${name}\s{1,9}(?<not>not\s{1,9})?in\s{0,9}\((?<list>[^()]*)\)`,
    /in\s{0,9}\(/iu,
    (found) => {
      const list = found.field ? (alternativesOf(found.group('list')) ?? oneOf(found.group('list'))) : null
      if (!found.field) return null
      const field = found.group('field')
      return {
        severity: 'error',
        message: `For one of several values write ${field}:(a OR b).`,
        suggestion: list && `${found.group('not') === '' ? '' : '-'}${field}:${list}`,
        expected: [':'],
      }
    },
  ),
  // Only hints: in an unquoted name such words are words.
  foreignPattern(
    String.raw`${start}${name}\s{1,9}is\s{1,9}(?<not>not\s{1,9})?(?:null|empty)${end}`,
    /\sis\s/iu,
    (found) =>
      found.field && {
        severity: 'hint',
        message: 'Read as names. Whether there is a value is asked with *.',
        suggestion: `${found.group('not') === '' ? '-' : ''}${found.group('field')}:*`,
      },
  ),
  foreignPattern(
    String.raw`${start}${name}\s{1,9}(?<word>like|ilike|contains|includes|startswith|endswith|is|equals)\s{1,9}${value}`,
    /\s(?:like|ilike|contains|includes|startswith|endswith|is|equals)\s/iu,
    (found) => {
      if (!found.field || found.group('value').endsWith(':')) return null
      const right = rewritten(found.group('value'))
      const [quote, inside] = right.startsWith('"') ? ['"', right.slice(1, -1)] : ['', right]
      const word = found.group('word').toLowerCase()
      const isText = found.field.type === 'text'
      const before = isText && /^(?:contains|includes|endswith)$/u.test(word) ? '*' : ''
      const after = isText && /^(?:contains|includes|startswith)$/u.test(word) ? '*' : ''
      const pattern = word.endsWith('like') ? inside.replaceAll('%', '*') : inside
      return {
        severity: 'hint',
        message: `Read as names. A field's value stands after a colon; * stands for any text.`,
        suggestion: `${found.group('field')}:${quote}${before}${pattern}${after}${quote}`,
      }
    },
  ),
  foreignPattern(
    String.raw`(?<=^\s{0,9}|\(|\b(?:and|or|not)\s{1,9})${name}\s{1,9}(?<value>true|false|[\d.]+)${end}`,
    /\s(?:true|false|[\d.])/iu,
    (found) =>
      found.field && found.field.type !== 'text' && found.field.type !== 'time'
        ? {
            severity: 'hint',
            message: `Read as names. A colon is missing after ${found.group('field')}.`,
            suggestion: `${found.group('field')}:${found.group('value')}`,
          }
        : null,
  ),
]

const oneOf = (item: string): string | null =>
  /^\s*(?:"[^"]*"|'[^'"]*'|[\w.-]+)\s*$/u.test(item) ? rewritten(item.trim()) : null
