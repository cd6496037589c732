import { alternativesOf, colon, end, foreignPattern, type ForeignPattern, rewritten } from './pattern.ts'

const several = 'For one of several values write field:(a OR b).'

/** Commas, bars and semicolons between values. */
export const lists: readonly ForeignPattern[] = [
  foreignPattern(String.raw`${colon}\((?<list>[^()]*[,|][^()]*)\)`, /\([^()]*[,|]/iu, ({ field, group }) => {
    const list = group('list')
    if (!field || /\|\|/u.test(list)) return null
    const isNumbers = field.type === 'number' || field.type === 'ip'
    if (isNumbers && !/[\s"'|]/u.test(list)) return null
    const items = list.split(/[,|]/u).map((item) => item.trim())
    const compact = items.every((item) => /^[\w.:/]+$/u.test(item)) ? `(${items.join(',')})` : null
    const fixed = isNumbers ? compact : alternativesOf(list)
    if (!fixed) return null
    return {
      // An unquoted name may hold a comma.
      severity: field.phrase && !list.includes('"') ? 'hint' : 'error',
      message: several,
      suggestion: `${group('field')}:${fixed}`,
    }
  }),
  foreignPattern(
    String.raw`${colon}(?<list>(?:"[^"]*"|[^\s,;()"|]+)(?:\s?,\s+(?:"[^"]*"|[^\s,;()"|:]+)(?![:\w]))+)${end}`,
    /,\s/iu,
    ({ field, group }) => {
      if (!field || field.type === 'boolean' || field.type === 'time') return null
      const items = group('list')
        .split(',')
        .map((item) => rewritten(item.trim()))
      const isNumbers = field.type === 'number' || field.type === 'ip'
      if (isNumbers && !items.every((item) => /^[\d.:a-f/]+$/iu.test(item))) return null
      const fixed = isNumbers ? items.join(',') : alternativesOf(group('list'))
      if (!fixed) return null
      return {
        severity: isNumbers ? 'error' : 'hint',
        message: isNumbers ? 'A list of numbers or addresses holds no spaces.' : several,
        suggestion: `${group('field')}:${fixed}`,
      }
    },
  ),
  foreignPattern(
    String.raw`${colon}(?<value>[^\s,;()"|[\]{}<>]+)(?<mark>[,;])${end}`,
    /[,;]/iu,
    ({ field, group }) =>
      field && {
        severity: field.type === 'text' ? 'hint' : 'error',
        message: `The ${group('mark') === ',' ? 'comma' : 'semicolon'} is read as part of the value; terms need only a space between.`,
        suggestion: `${group('field')}:${group('value')}`,
      },
  ),
  foreignPattern(
    String.raw`${colon}(?<list>[\w*?.@-]+(?:\|[\w*?.@-]+)+)${end}`,
    /\|/iu,
    ({ field, group }) => {
      const fixed = field && alternativesOf(group('list'))
      return fixed ? { severity: 'hint', message: several, suggestion: `${group('field')}:${fixed}` } : null
    },
  ),
]
