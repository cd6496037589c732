import type { Column } from '#gnql/predicate.ts'

/** How a column is written in SQL. */
export interface ColumnSql {
  /** For pairs: the list of that member, e.g. `scan.port`. */
  expr: string
  /** The store keeps this text (or every text of this list) lower-cased, so that an index on it can serve. */
  lowered?: boolean
  /** The store indexes the numbers of this list as texts. */
  written?: boolean
  /** A number that is never NULL: its comparisons need no guard and may use an index. */
  neverNull?: boolean
}

export type Names = (column: Column) => ColumnSql

const plain = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/

export interface NamesOptions {
  /** Alias of the table the columns belong to. */
  of?: string
  /** Columns kept lower-cased. */
  lowered?: ReadonlySet<string>
  /** Columns that are never NULL. */
  neverNull?: ReadonlySet<string>
  /** Columns written otherwise than by their own name. */
  written?: Readonly<Record<string, ColumnSql>>
}

/**
 * Columns under their own names; pairs as subcolumns of Array(Tuple(…)).
 * @throws Error for a name that no registry of ours would hold: names never come from user text, and this keeps it so
 */
export const columnNames =
  ({ of, lowered, neverNull, written = {} }: NamesOptions = {}): Names =>
  ({ name }) => {
    const own = Object.hasOwn(written, name) ? written[name] : undefined
    if (own) return own
    if (!plain.test(name)) throw new Error(`"${name}" is no column name.`)
    return {
      expr: of === undefined ? name : `${of}.${name}`,
      ...(lowered?.has(name) && { lowered: true }),
      ...(neverNull?.has(name) && { neverNull: true }),
    }
  }
