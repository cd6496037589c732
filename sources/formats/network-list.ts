import { cellsOf, linesOf, mustEnd } from './table.ts'
import type { SourceInput } from './unpack.ts'
import type { Bad } from '../source.ts'
import type { NetworkRows } from '../ranges/rows.ts'

/**
 * Adds a plain list: one network or address a line, what follows a blank, a # or a ; is a remark. What follows a comma or a
 * tab is a field of a table, which says more than a list can keep: its lines are no rows.
 */
export function addList(input: SourceInput, rows: NetworkRows, value: string, bad: Bad): void {
  for (const line of linesOf(input)) {
    const cidr = line.trim().split(/[ #;]/, 1)[0] ?? ''
    if (!rows.addCidr(cidr, value)) bad(line)
  }
  mustEnd(input)
}

/**
 * Adds a table without a header line: a network and what follows ("192.0.2.0/24,NL,…"; pyasn's has a tab), or two
 * addresses and what follows (ip-location-db). `say` makes the value of the fields after the network; null: no row.
 */
export function addTable(
  input: SourceInput,
  rows: NetworkRows,
  bad: Bad,
  say: (fields: readonly string[]) => string | null,
): void {
  for (const line of linesOf(input)) {
    const fields = cellsOf(line)
    const [first = '', second = ''] = fields
    const ranged = !first.includes('/') && isAddress(second)
    const value = say(fields.slice(ranged ? 2 : 1))
    if (value === null) bad(line)
    else if (value !== '' && !(ranged ? rows.addRange(first, second, value) : rows.addCidr(first, value)))
      bad(line)
  }
  mustEnd(input)
}

const isAddress = (text: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(text) || text.includes(':')

/** The folder a file lies in, which is what some publishers say about its rows ("amazon/ipv4.txt"). */
export const folderOf = ({ name }: SourceInput): string => name.split('/').at(-2)?.toLowerCase() ?? ''
