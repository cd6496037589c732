import { csvCell } from '#model/csv.ts'

/** One CSV line (RFC 4180) whose cells no spreadsheet takes for a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
