/** A cell that a spreadsheet would run as a formula begins with a quote mark; RFC 4180 otherwise. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A small table as the address of a file: it needs no script and no server. */
export const csvHref = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(
    [heads, ...rows]
      .map((row) => `${row.map(cell).join(',')}\r\n`)
      .join('')
      .toWellFormed(),
  )}`
