/** A cell of CSV (RFC 4180) that no spreadsheet takes for a formula (OWASP "CSV injection", the full-width signs too). */
export function csvCell(text: string): string {
  const inert = /^[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
