export interface ValueCount {
  value: string
  /** Addresses. */
  count: number
}

const asText = new Intl.Collator('en', { numeric: true })

/**
 * The most frequent first; of equal counts as people look values up: by letter whatever its case, and numbers in them by
 * size. Which values are chosen where more of one count match than fit is no matter of this order: it would take the
 * text of every value.
 */
export const byCountAndValue = (a: ValueCount, b: ValueCount): number =>
  b.count - a.count || asText.compare(a.value, b.value) || (a.value < b.value ? -1 : 1)
