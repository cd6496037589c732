/**
 * Numbers as English writes them (en-US), whatever the reader's language, so that copies and screenshots agree. By hand: a browser takes up to 30 ms
 * to make its first `Intl.NumberFormat`, on a phone more, which is as long as a whole page takes to come alive. A law holds both to the same texts.
 */

/** 92,599; three digits behind the point at most */
export const withCommas = (value: number): string => fixed(value, { shift: 0, most: 3 })

/** 0.125 → 12.5% */
export const percent = (ratio: number): string => `${fixed(ratio, { shift: 2, most: 1 })}%`

const units = ['', 'K', 'M', 'B', 'T']

/** 92.6K */
export function compact(value: number): string {
  for (const [at, unit] of units.entries()) {
    const text = fixed(value, { shift: -3 * at, most: 1 })
    // What rounds up to a thousand is one of the next.
    if (!text.includes(',') || at === units.length - 1) return `${text}${unit}`
  }
  throw new Error('There is always a last unit.')
}

/** The value times ten to `shift`, with so many digits behind the point at most; halves go away from zero. */
function fixed(value: number, { shift, most }: { shift: number; most: number }): string {
  // Most are counts.
  if (shift === 0 && Number.isSafeInteger(value) && (value > 0 || Object.is(value, 0)))
    return grouped(String(value))
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? '-∞' : '∞'
  // The shortest decimal that means this number: 1.005 is 1.01, though its nearest binary number lies below.
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e')
  const [digits, point] = [mantissa.replace('.', ''), Number(exponent) + shift + 1]
  const kept = point + most
  const head = kept > 0 ? digits.slice(0, kept).padEnd(kept, '0') : ''
  const isUp = kept >= 0 && (digits[kept] ?? '0') >= '5'
  const whole = String(BigInt(head || '0') + (isUp ? 1n : 0n)).padStart(most + 1, '0')
  const fraction = whole.slice(whole.length - most).replace(/0+$/, '')
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  return `${sign}${grouped(whole.slice(0, whole.length - most))}${fraction && `.${fraction}`}`
}

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
