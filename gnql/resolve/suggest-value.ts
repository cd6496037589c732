import type { Field } from '../registry/field.ts'
import { nearest } from '../suggest.ts'
import { parseBlock } from '../values/address.ts'
import { parseNumber } from '../values/number.ts'
import { parseTime } from '../values/time.ts'

/** A value its field cannot read, as it was probably meant; null where there is no honest guess. */
export function suggestValue(field: Field, found: string, now: number): string | null {
  const text = found.trim()
  // A range in quotes is a text.
  if (/^(?:[[{].+\sTO\s.+[\]}]|[<>]=?.+)$/iu.test(text) && !text.includes('"')) return text
  switch (field.type) {
    case 'number':
      return suggestNumber(text)
    case 'time':
      return suggestTime(text, now)
    case 'boolean':
      return truths.get(text.toLowerCase()) ?? nearest(text, ['true', 'false'])
    case 'ip':
      return suggestAddress(text)
    case 'text':
    case 'list':
      return null
  }
}

const truths: ReadonlyMap<string, string> = new Map([
  ...['yes', 'y', 't', '1', 'on'].map((word) => [word, 'true'] as const),
  ...['no', 'n', 'f', '0', 'off'].map((word) => [word, 'false'] as const),
])

/** Ports people know by name. */
const services: ReadonlyMap<string, string> = new Map([
  ['ftp', '21'],
  ['ssh', '22'],
  ['telnet', '23'],
  ['smtp', '25'],
  ['dns', '53'],
  ['http', '80'],
  ['https', '443'],
  ['smb', '445'],
  ['mysql', '3306'],
  ['rdp', '3389'],
  ['sip', '5060'],
  ['redis', '6379'],
])

function suggestNumber(text: string): string | null {
  const ends = /^(\d+)(?:-|–|\.\.)(\d+)$/u.exec(text)
  if (ends) return `[${ends[1]} TO ${ends[2]}]`
  const thousands = /^(\d+(?:\.\d+)?)k$/iu.exec(text)
  if (thousands) return String(Number(thousands[1]) * 1000)
  if (/^\d{1,3}(?:,\d{3})+$/u.test(text)) return text.replaceAll(',', '')
  const transport = /^(?:(\d{1,5})\/(tcp|udp)|(tcp|udp)\/(\d{1,5}))$/iu.exec(text)
  if (transport) return transport[1] ?? transport[4] ?? null
  const known = services.get(text.toLowerCase())
  if (known) return known
  const bare = text.replaceAll(/^[=#:]+|[,;.]+$/gu, '')
  return bare !== text && parseNumber(bare) !== null ? bare : null
}

const day = 86_400_000
const iso = (at: number): string => new Date(at).toISOString().slice(0, 10)

function suggestTime(text: string, now: number): string | null {
  const ago = /^(?:now)?-(\d{1,5})([hdwm])(?:\/d)?$/iu.exec(text)
  if (ago) return `${ago[1]}${ago[2]?.toLowerCase()}`
  if (/^now$/iu.test(text)) return '*'
  if (/^yesterday$/iu.test(text)) return iso(now - day)
  const unit = /^(\d{1,5})\s*(h|d|w|m)(?:ours?|rs?|ays?|eeks?|onths?|o)(?:\s+ago)?$/iu.exec(text)
  if (unit) return `${unit[1]}${unit[2]?.toLowerCase()}`
  const years = /^(\d{1,3})\s*y(?:ears?)?$/iu.exec(text)
  if (years) return `${Number(years[1]) * 365}d`
  const ends = /^(\d{4}-\d{2}-\d{2})(?:\.\.|\/|–)(\d{4}-\d{2}-\d{2})$/u.exec(text)
  if (ends) return `[${ends[1]} TO ${ends[2]}]`
  const date =
    /^(?<year>\d{4})[/.](?<month>\d\d?)[/.](?<date>\d\d?)$/u.exec(text) ??
    /^(?<date>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/u.exec(text) ??
    /^(?<year>\d{4})-(?<month>\d\d?)-(?<date>\d\d?)$/u.exec(text)
  if (date?.groups) {
    const { year, month = '', date: of = '' } = date.groups
    const written = `${year}-${month.padStart(2, '0')}-${of.padStart(2, '0')}`
    return parseTime(written, now) ? written : null
  }
  const month = /^(\d{4})-(\d\d)$/u.exec(text)
  if (month && Number(month[2]) >= 1 && Number(month[2]) <= 12)
    return `[${text}-01 TO ${iso(Date.UTC(Number(month[1]), Number(month[2]), 0))}]`
  if (/^(?:19|20)\d\d$/u.test(text)) return `[${text}-01-01 TO ${text}-12-31]`
  return nearest(text, ['today'])
}

function suggestAddress(text: string): string | null {
  const plain = text
    .replaceAll(/\[(\.|:|dot)\]/giu, (_, mark: string) => (mark === ':' ? ':' : '.'))
    .replace(/^h(?:tt|xx)ps?:\/\//iu, '')
    .replace(/^(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?(?:\/\D.*|\/)?$/u, '$1')
    .replace(/%.*$/u, '')
  const ends = /^([\d.]+|[\da-f:]+)(?:-|\.\.)([\d.]+|[\da-f:]+)$/iu.exec(plain)
  if (ends?.[1] && ends[2] && parseBlock(ends[1]) && parseBlock(ends[2])) return `[${ends[1]} TO ${ends[2]}]`
  return octets(plain) ?? (plain !== text && parseBlock(plain) ? plain : null)
}

/** `8.8.8`, `8.8.*`, `8.8.*.*` and `8.8.` as blocks; one or two numbers alone are anything. */
export function octets(text: string): string | null {
  const parts = /^(\d{1,3}(?:\.\d{1,3}){0,2})((?:\.\*){1,3}|\.)?$/u.exec(text)
  const known = parts?.[1]?.split('.') ?? []
  if (known.length === 0 || (known.length < 3 && parts?.[2] === undefined)) return null
  const block = `${[...known, '0', '0', '0'].slice(0, 4).join('.')}/${known.length * 8}`
  return parseBlock(block) ? block : null
}
