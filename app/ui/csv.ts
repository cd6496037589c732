import { csvCell } from '#model/csv.ts'

export type CsvCell = string | number

/** A table of exact numbers and of texts as they were recorded. */
export interface CsvTable {
  heads: readonly string[]
  rows: readonly (readonly CsvCell[])[]
}

const cell = (value: CsvCell): string => (typeof value === 'number' ? String(value) : csvCell(value))

/** Lines end in CR LF; the first names the columns. */
export const csvText = ({ heads, rows }: CsvTable): string =>
  [heads, ...rows]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')
    .toWellFormed()

/** A small table as the address of a file: it needs no script and no server. */
export const csvHref = (table: CsvTable): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(csvText(table))}`
