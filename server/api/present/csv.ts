/** One CSV line (RFC 4180) whose cells no spreadsheet takes for a formula (OWASP "CSV injection", the full-width signs too). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(text: string): string {
  const inert = /^[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
