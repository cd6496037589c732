import ipaddr from 'ipaddr.js'
import type { Extraction } from '../extractor.ts'
import type { Found } from '../found.ts'
import type { Fault, Invalid } from '../invalid.ts'

/**
 * docs/methods/extraction.md once more, as slowly and plainly as it can be said: the whole text at once, regular expressions, strings, and
 * ipaddr.js to read and print addresses. The fast extractor is held to it.
 */
export interface Plain {
  rows: Omit<Found, 'reserved'>[]
  invalid: Invalid[]
}

const dot = String.raw`(?:\.|\[(?:\.|dot)\]|\((?:\.|dot)\))`
const colon = String.raw`(?::|\[::?\]|\(::?\))`
const dottedRun = new RegExp(String.raw`\d+(?:${dot}\d+)+`, 'iy')
const colonRun = new RegExp(`[0-9a-f]*(?:${colon}[0-9a-f]*)+`, 'iy')
const wordBehind = new RegExp(String.raw`^(?:\w|${dot}\w)`, 'i')
const word = /\w/

class Reading {
  readonly rows = new Map<string, Omit<Found, 'reserved'>>()
  readonly invalid: Invalid[] = []
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  found(kind: Found['kind'], text: string, at: number): void {
    const row = this.rows.get(text) ?? { kind, text, times: 0, line: this.placeOf(at).line }
    row.times++
    this.rows.set(text, row)
  }

  wrong(from: number, to: number, reason: Fault): void {
    this.invalid.push({ ...this.placeOf(from), text: this.text.slice(from, to).slice(0, 80), reason })
  }

  placeOf(at: number): { line: number; column: number } {
    const lines = this.text.slice(0, at).split('\n')
    return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
  }

  done(): Plain {
    return { rows: [...this.rows.values()], invalid: this.invalid }
  }
}

/** Where the number may begin whose digits stand from `from` to `to`; null when something is glued to it. */
function begins(text: string, from: number, to: number, done: number): number | null {
  let start = to
  while (start > 0 && word.test(text[start - 1]!)) start--
  if (start < done) {
    if (done > 0 && word.test(text[done - 1]!)) return null
    start = done
  }
  const escape = /^(?:%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[bfnrtv])/.exec(
    start > 0 ? lower(text.slice(start - 1, to), text[start] ?? '') : '',
  )
  if (escape) return start - 1 + escape[0].length < from ? null : start - 1 + escape[0].length
  return start < from || new RegExp(`\\w${dot}$`, 'i').test(text.slice(0, start)) ? null : start
}

/** Digits of escapes may have either case; the letter behind the backslash may not. */
const lower = (text: string, letter: string): string =>
  text[0] === '\\' ? text[0] + letter + text.slice(2).toLowerCase() : text.toLowerCase()

const alone = (text: string, from: number, to: number): boolean =>
  (from === 0 || text[from - 1] === '\n') && /^[\t ,;]{0,8}(?:[\r\n]|$)/.test(text.slice(to))

/** The prefix behind an address: its bits and end, null when there is none. */
function prefixAt(text: string, start: number, end: number): { bits: string; end: number } | null {
  if (/[/@]/.test(text[start - 1] ?? '')) return null
  const found = new RegExp(String.raw`^\\?/(\d{1,3})(?![\w/?=&#%]|\\/|${dot}\w)`, 'i').exec(text.slice(end))
  return found ? { bits: found[1]!, end: end + found[0].length } : null
}

const plain = (text: string): string =>
  text.replaceAll(new RegExp(dot, 'gi'), '.').replaceAll(/\[(::?)\]|\((::?)\)/g, (_, a, b) => a ?? b)

const isOctet = (part: string): boolean => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256

/** What IPv6 text stands for as the product writes it. ipaddr.js reads the deprecated ::192.0.2.1 as mapped, so quads become groups before. */
function canonical(text: string): string {
  const groups = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  )
  const parsed = ipaddr.IPv6.parse(groups)
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toRFC5952String()
}

/** `base` in canonical form. */
function networkText(base: string, bits: number): string {
  const cut = base.includes(':')
    ? ipaddr.IPv6.networkAddressFromCIDR(`${base}/${bits}`).toRFC5952String()
    : ipaddr.IPv4.networkAddressFromCIDR(`${base}/${bits}`).toString()
  return `${cut}/${bits}`
}

/** The parts with dots from `at`. Where to go on. */
function dotted(reading: Reading, at: number, run: string, done: number): number {
  const { text } = reading
  const end = at + run.length
  const firstDigits = /^\d+/.exec(run)![0].length
  const start = begins(text, at, at + firstDigits, done)
  if (start === null || start === at + firstDigits || wordBehind.test(text.slice(end))) return end
  const parts = plain(text.slice(start, end)).split('.')
  if (parts.some((part) => part.length > 3)) return end
  if (parts.length !== 4) {
    if ((parts.length === 3 || parts.length === 5) && alone(text, start, end))
      reading.wrong(start, end, 'not-four-parts')
    return end
  }
  if (/^-[a-z_]/i.test(text.slice(end))) return end
  if (!parts.every(isOctet)) {
    if (!/\w[/-]$/.test(text.slice(0, start)))
      reading.wrong(start, end, parts.some((part) => Number(part) > 255) ? 'octet-above-255' : 'leading-zero')
    return end
  }
  const quad = parts.join('.')
  const prefix = prefixAt(text, start, end)
  if (!prefix) reading.found('address', quad, start)
  else if (Number(prefix.bits) > 32 || /^0\d/.test(prefix.bits))
    reading.wrong(start, prefix.end, 'wrong-prefix')
  else if (prefix.bits === '32') reading.found('address', quad, start)
  else reading.found('network', networkText(quad, Number(prefix.bits)), start)
  return prefix?.end ?? end
}

/** The groups with colons from `at`. Where to go on. */
function grouped(reading: Reading, at: number, run: string, done: number): number {
  const { text } = reading
  const [, first = '', behind = ''] = new RegExp(`^([0-9a-f]*)(.*)$`, 'is').exec(run)!
  const firstColon = at + first.length
  const form = new RegExp(`^${colon}`).exec(behind)![0]
  const colons = new RegExp(`^${colon}+`).exec(behind)![0].replaceAll(/[^:]/g, '').length
  if (first === '' && colons === 1) return firstColon + form.length
  const start = begins(text, at, firstColon, done)
  if (start === null || firstColon - start > 4)
    return colons === 2 ? at + run.length : firstColon + form.length
  if (start === firstColon && colons === 1) return firstColon + form.length
  const written = text.slice(start, at + run.length)
  const groups = plain(written).split(/:+/).filter(Boolean)
  if (groups.length > 16 || groups.some((group) => group.length > 8) || plain(written).includes(':::'))
    return at + run.length
  // A single colon at the end belongs to the sentence.
  const tail = /[^:]:$/.test(plain(written)) ? new RegExp(`${colon}$`).exec(written)![0].length : 0
  const after = at + run.length
  const end = after - tail
  const last = /\d*$/.exec(written)![0]
  const isNumber = tail === 0 && last !== '' && last === groups.at(-1)
  const quad = isNumber
    ? new RegExp(String.raw`^\d+(?:${dot}\d+)+`, 'i').exec(text.slice(after - last.length))
    : null
  const whole = quad ? text.slice(start, after - last.length) + quad[0] : ''
  if (quad && isAddress(plain(whole)) && !wordBehind.test(text.slice(start + whole.length)))
    return address(reading, { start, end: start + whole.length, after: start + whole.length })
  const free = tail > 0 ? !word.test(text[after] ?? '') : !wordBehind.test(text.slice(end))
  if (!free) return quad ? after - last.length : after
  if (isAddress(plain(text.slice(start, end)))) return address(reading, { start, end, after })
  const shortened = plain(written).split('::').length - 1
  const meant =
    shortened > 0
      ? groups.length >= 3 && /\d/.test(written)
      : groups.length >= 5 && groups.filter((group) => group.length > 2).length >= 2
  if (meant)
    reading.wrong(
      start,
      end,
      shortened > 1
        ? 'shortened-twice'
        : groups.some((group) => group.length > 4)
          ? 'long-group'
          : 'not-eight-groups',
    )
  return quad ? after - last.length : after
}

/** RFC 4291 §2.2, by counting. */
function isAddress(text: string): boolean {
  const quad = /(?:^|:)(\d+(?:\.\d+){3})$/.exec(text)
  if (text.includes('.') && !quad?.[1]!.split('.').every(isOctet)) return false
  const halves = text.replace(/\d+(?:\.\d+){3}$/, '0:0').split('::')
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length <= 7
}

function address(reading: Reading, { start, end, after }: Record<'start' | 'end' | 'after', number>): number {
  const { text } = reading
  const written = plain(text.slice(start, end))
  const zone = /^%[\w.~-]{1,16}(?=[\\/])/.exec(text.slice(end))?.[0].length ?? 0
  const prefix = prefixAt(text, start, end + zone)
  if (prefix && (Number(prefix.bits) > 128 || /^0\d/.test(prefix.bits))) {
    reading.wrong(start, prefix.end, 'wrong-prefix')
    return prefix.end
  }
  if (prefix && prefix.bits !== '128') {
    reading.found('network', networkOf(written, Number(prefix.bits)), start)
    return prefix.end
  }
  const pairs = /^[0-9a-f]{2}(?::[0-9a-f]{2}){7}$/i.test(written)
  const label = /^[0-9a-f]{1,2}::$/i.test(written)
  if (!/^[0:.]*$/.test(written) && (prefix || (!pairs && !label)))
    reading.found('address', canonical(written), start)
  return prefix?.end ?? after
}

/** A prefix of 96 and more around mapped addresses is one of IPv4. */
function networkOf(written: string, bits: number): string {
  const base = canonical(written)
  if (base.includes(':')) return networkText(base, bits)
  if (bits >= 96) return networkText(base, bits - 96)
  return networkText(ipaddr.IPv4.parse(base).toIPv4MappedAddress().toNormalizedString(), bits)
}

export function plainAddresses(text: string): Plain {
  const reading = new Reading(text)
  let [at, done] = [0, 0]
  while (at < text.length) {
    const fresh = (sign: RegExp): boolean => at === done || !sign.test(text[at - 1] ?? '')
    colonRun.lastIndex = at
    dottedRun.lastIndex = at
    const colons = fresh(/[0-9a-f]/i) ? colonRun.exec(text)?.[0] : undefined
    const dots = fresh(/\d/) ? dottedRun.exec(text)?.[0] : undefined
    if (colons !== undefined) at = done = grouped(reading, at, colons, done)
    else if (dots !== undefined) at = done = dotted(reading, at, dots, done)
    else at++
  }
  return reading.done()
}

export function plainCves(text: string): Plain {
  const reading = new Reading(text)
  const hyphen = '[-‐-―−]'
  const ids = new RegExp(String.raw`cve${hyphen}(\d{1,16})${hyphen}(\d{1,16})(?!\d)`, 'gi')
  for (const { 0: id, 1: year = '', 2: number = '', index } of text.matchAll(ids)) {
    const wrong =
      year.length !== 4 ? 'wrong-year' : number.length < 4 || number.length > 7 ? 'wrong-number' : null
    if (wrong) reading.wrong(index, index + id.length, wrong)
    else reading.found('cve', `CVE-${year}-${number}`, index)
  }
  return reading.done()
}

/** What the fast extractor found, in the same shape. */
export const asPlain = (rows: readonly Found[], { invalid }: Extraction): Plain => ({
  rows: rows.map(({ kind, text, times, line }) => ({ kind, text, times, line })),
  invalid: [...invalid.shown],
})
