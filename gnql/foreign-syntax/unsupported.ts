import { countries } from '#model/countries.ts'
import { colon, end, foreignPattern, type ForeignPattern, start } from './pattern.ts'

const codes = new Set([...countries.map(({ code }) => code), 'USA', 'UK'])
const codeOf = (text: string): string => ({ USA: 'US', UK: 'GB' })[text] ?? text

/** Pipes, orders, fuzzy marks, patterns between slashes: what has no counterpart here, and small slips of names. */
export const unsupported: readonly ForeignPattern[] = [
  foreignPattern(String.raw`(?<=\s)\|\s+(?![\w.]+\s?:)(?<rest>[^"]*)$`, /\s\|\s/iu, () => ({
    severity: 'error',
    message: 'A query has no pipes: it only says which addresses are meant.',
    suggestion: '',
  })),
  foreignPattern(String.raw`(?<=\s)(?<sign>[|&])(?=\s+[-!(]?[\w.]+\s?:)`, /\s[|&]\s/iu, ({ group }) => ({
    severity: 'error',
    message: `${group('sign')} is no operator here.`,
    suggestion: group('sign') === '|' ? 'OR' : 'AND',
    expected: ['AND', 'OR'],
  })),
  foreignPattern(
    String.raw`${start}(?<word>_exists_|exists|has|is):\s?(?<field>[\w.]+)${end}`,
    /(?:exists_?|has|is):/iu,
    ({ field, group }, { find }) =>
      field && !find(group('word'))
        ? {
            severity: 'error',
            message: `There is no field ${group('word')}. Whether there is a value is asked with *.`,
            suggestion: `${group('field')}:${field.type === 'boolean' ? 'true' : '*'}`,
          }
        : null,
  ),
  foreignPattern(
    String.raw`${start}(?<word>sort|order|orderby|limit|size|index|sourcetype):\s?[^\s()"]*`,
    /(?:sort|order|orderby|limit|size|index|sourcetype):/iu,
    ({ group }, { find }) =>
      find(group('word'))
        ? null
        : {
            severity: 'error',
            message: `There is no ${group('word')}: a query only says which addresses are meant.`,
            suggestion: '',
          },
  ),
  foreignPattern(
    String.raw`(?<before>${colon}|${start})(?<value>"[^"]*"|[\w*.-]*[\w*])(?<mark>~\d?(?:\.\d+)?|\^\d(?:\.\d+)?)${end}`,
    /[~^]/iu,
    ({ group }) => ({
      severity: group('value').startsWith('"') ? 'error' : 'hint',
      message: `There is no fuzzy search and no boost; ${group('mark')} is read as text.`,
      suggestion: group('before') + group('value'),
    }),
  ),
  foreignPattern(
    String.raw`${colon}/(?<inside>[^\s"()]*(?:\.[*+]|[\uE000+$^|[])[^\s"()]*)/${end}`,
    /:\s?\//iu,
    ({ field, group }) => {
      if (field?.type !== 'text') return null
      const plain = group('inside')
        .replaceAll('.*', '*')
        .replaceAll(String.raw`\.`, '.')
      return {
        severity: 'hint',
        message:
          'There are no regular expressions: the slashes are read as part of the value. * and ? are the wildcards.',
        suggestion: /^[\w.*-]+$/u.test(plain) ? `${group('field')}:${plain}` : null,
      }
    },
  ),
  foreignPattern(
    String.raw`${colon}(?:null|none|nil)${end}`,
    /:\s?n(?:ull|one|il)/iu,
    ({ field, group }) =>
      field && {
        severity: field.type === 'text' ? 'hint' : 'error',
        message: 'Looked for as a value. Where there is none is asked with * and a minus.',
        suggestion: `-${group('field')}:*`,
      },
  ),
  foreignPattern(
    String.raw`${colon}(?<code>[a-z]{2}|usa)${end}`,
    /:\s?[a-z]{2,3}(?:[\s)]|$)/iu,
    ({ field, group }, { find }) => {
      const code = codeOf(group('code').toUpperCase())
      const other =
        field?.options.kind === 'countries' && (find(`${field.name}_code`) ?? find(`${field.name}_codes`))
      if (!other || !codes.has(code)) return null
      return {
        severity: 'hint',
        message: `${field.name} holds names, such as Belgium; codes stand in ${other.name}.`,
        suggestion: `${other.name}:${code}`,
      }
    },
  ),
  foreignPattern(
    String.raw`(?<before>${colon}|${start}cve[\s_]|${start})(?<id>(?:19|20)\d\d-\d{4,7})${end}`,
    /(?:19|20)\d\d-\d{4}/iu,
    ({ field, group }, { bare }) => {
      const isField = field !== null && bare.cve.includes(field)
      const isWord = /^cve/iu.test(group('before')) && field === null
      if (bare.cve.length === 0 || (!isField && !isWord)) return null
      return {
        severity: 'hint',
        message: 'The name of a vulnerability begins with CVE-.',
        suggestion: `${isField ? `${group('field')}:` : ''}CVE-${group('id')}`,
      }
    },
  ),
  foreignPattern(
    String.raw`${start}ASN?\s?(?<number>\d{1,10})${end}`,
    /asn?\s?\d/iu,
    ({ text, group }, { bare }) =>
      bare.asn.length > 0 && !/^as\d/iu.test(text)
        ? {
            severity: 'hint',
            message: 'The name of a network is AS and its number.',
            suggestion: `AS${group('number')}`,
          }
        : null,
  ),
]
