/** A GNQL term as its printer writes it: quoted, with the quote's own specials escaped. */
export const term = (field: string, value: string, negated = false): string =>
  `${negated ? '-' : ''}${field}:${/^[a-z0-9][a-z0-9_-]*$/i.test(value) ? value : `"${value.replace(/["\\*?]/g, String.raw`\$&`)}"`}`
