const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/iu

/** A finite decimal number, or null. */
export function parseNumber(text: string): number | null {
  if (text.length > 40 || !decimal.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
