import type { Field } from '../registry/field.ts'
import type { RangeBound, Range, Text } from '../tree.ts'
import { plainText } from '../tree.ts'

/** Values as a sentence says them: plain words as they are, everything else in quotes. */

const plainWord = /^[\p{L}\p{N}][\p{L}\p{N}._:/@+-]*$/u
/** Words that would read as part of the sentence. */
const joiner = /^(?:and|or|not|except|like|any)$/iu

export const said = (value: string): string =>
  plainWord.test(value) && !joiner.test(value) ? value : `“${value.replaceAll(/[\\“”]/gu, String.raw`\$&`)}”`

/** A pattern keeps its wildcards; characters that only look like them are marked. */
const pattern = (text: Text): string =>
  `like “${text.pieces
    .map((piece) =>
      typeof piece === 'string' ? piece.replaceAll(/[\\“”*?]/gu, String.raw`\$&`) : piece.wildcard,
    )
    .join('')}”`

export const saidName = (text: Text): string => {
  const plain = plainText(text)
  return plain === null ? pattern(text) : said(plain)
}

const units: Readonly<Record<string, string>> = { h: 'hour', d: 'day', w: 'week', m: 'month' }
const relative = /^0*(\d{1,6})([hdwm])$/iu

/** "1d" → "day", "7d" → "7 days"; null for other times. */
function durationOf(text: string): string | null {
  const ago = relative.exec(text)
  const unit = units[ago?.[2]?.toLowerCase() ?? '']
  if (!ago || unit === undefined) return null
  const count = Number(ago[1])
  return count === 1 ? unit : `${count} ${unit}s`
}

/** One exact value, a pattern or a list, after the words that lead to it. */
export function saidText(field: Field | undefined, text: Text): string {
  const plain = plainText(text)
  if (plain === null) return pattern(text)
  switch (field?.type) {
    case 'time': {
      const length = durationOf(plain)
      if (length !== null) return `in the last ${length}`
      return plain.toLowerCase() === 'today' ? 'today' : `on ${plain}`
    }
    case 'number':
    case 'ip': {
      const list = plain.split(',').map(said)
      return list.length > 1 ? `any of ${list.join(', ')}` : said(plain)
    }
    case 'text':
    case 'list':
    case 'boolean':
    case undefined:
      return said(plain)
  }
}

const signs: Readonly<Record<Field['type'], readonly [string, string, string, string]>> = {
  number: ['over', 'at least', 'under', 'at most'],
  time: ['after', 'not before', 'before', 'not after'],
  text: ['after', 'from', 'before', 'up to'],
  ip: ['after', 'from', 'before', 'up to'],
  list: ['after', 'from', 'before', 'up to'],
  boolean: ['over', 'at least', 'under', 'at most'],
}

/** "over 5", "at least 5 and under 10", "after 2026-11-01". */
export function saidRange(field: Field | undefined, { from, to }: Range): string {
  const type = field?.type ?? 'text'
  const [over, atLeast, under, atMost] = signs[type]
  const end = ({ text }: RangeBound): string => {
    const plain = plainText(text) ?? ''
    const length = type === 'time' ? durationOf(plain) : null
    if (length === null) return said(plain)
    const one = /^\d/u.test(length) ? '' : length === 'hour' ? 'an ' : 'a '
    return `${one}${length} ago`
  }
  const low = from && `${from.inclusive ? atLeast : over} ${end(from)}`
  const high = to && `${to.inclusive ? atMost : under} ${end(to)}`
  return [low, high].filter(Boolean).join(' and ')
}
