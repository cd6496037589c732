import { readAddress } from '#model/address.ts'

/** First and last address of a stretch, as text. */
export type Stretch = readonly [from: string, to: string]

const partOfIpv4 = /^(?:(?:0|[1-9]\d{0,2})\.){1,3}\d{0,3}$/
const partOfIpv6 = /^(?:[0-9a-f]{1,4}:){2,7}[0-9a-f]{0,4}$/i

/**
 * The addresses that are written with these first characters: one stretch for each number of digits that the last part may
 * still get. Of IPv6 only what has no "::" in it, which could stand for any number of groups.
 */
export function stretchesOf(typed: string): Stretch[] {
  if (partOfIpv4.test(typed)) return stretches(typed.split('.'), ipv4)
  if (partOfIpv6.test(typed)) return stretches(typed.split(':'), ipv6)
  return []
}

interface Writing {
  base: 10 | 16
  /** Digits of a part. */
  digits: number
  max: number
  parts: number
  sign: string
}

const ipv4: Writing = { base: 10, digits: 3, max: 255, parts: 4, sign: '.' }
const ipv6: Writing = { base: 16, digits: 4, max: 0xff_ff, parts: 8, sign: ':' }

function stretches(typed: readonly string[], writing: Writing): Stretch[] {
  const { base, digits, max, parts, sign } = writing
  const whole = typed.slice(0, -1).map((part) => Number.parseInt(part, base))
  const last = typed.at(-1) ?? ''
  const bound = (first: number, rest: number): string =>
    Array.from({ length: parts }, (_, at) =>
      (whole[at] ?? (at === whole.length ? first : rest)).toString(base),
    ).join(sign)
  return lastParts(last, { base, digits, max }).flatMap(([low, high]): Stretch[] => {
    const stretch: Stretch = [bound(low, 0), bound(high, max)]
    return stretch.every((end) => readAddress(end) !== null) ? [stretch] : []
  })
}

/** The numbers that are written with these first digits: of "1" 1, 10 to 19 and 100 to 199. */
function lastParts(
  typed: string,
  { base, digits, max }: Pick<Writing, 'base' | 'digits' | 'max'>,
): [low: number, high: number][] {
  if (typed === '') return [[0, max]]
  const begun = Number.parseInt(typed, base)
  if (begun === 0) return typed === '0' ? [[0, 0]] : []
  const found: [number, number][] = []
  for (let width = 1; width <= base ** (digits - typed.length); width *= base) {
    const low = begun * width
    if (low <= max) found.push([low, Math.min(low + width - 1, max)])
  }
  return found
}
