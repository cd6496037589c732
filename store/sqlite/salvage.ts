import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/**
 * Copies into `to`, whose tables are there, every row that can be read from the damaged database at `from`: from the
 * front until a page cannot be read, then from the back. Rows that `to` refuses (twice there, or half of a reference) are left out.
 */
export function copyReadable(from: string, to: DatabaseSync): { copied: number; unread: string[] } {
  const unread = new Set<string>()
  let copied = 0
  const tables = to
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rootpage",
    )
    .all()
    .map((row) => String(row['name']))
  let source: DatabaseSync
  try {
    source = new DatabaseSync(from, { readOnly: true })
  } catch {
    return { copied, unread: tables }
  }
  for (const table of tables) {
    const columns = columnsOf(to, table)
    const names = columns.map(quoted).join(', ')
    const insert = to.prepare(
      `INSERT OR IGNORE INTO ${quoted(table)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    const key = columnsOf(to, table, 'pk > 0').map(quoted).join(', ') || 'rowid'
    for (const order of ['ASC', 'DESC'])
      try {
        // Rows that an older release wrote may lack the newest columns; the others stand in the same order, whatever became
        // of their names.
        const there = columnsOf(source, table)
        const isIn = (name: string): boolean => there.includes(name)
        const wanted = columns
          .map((name, at) => {
            const other = isIn(name) ? name : there[at]
            const isOurs = other === undefined || (other !== name && columns.includes(other))
            return `${isOurs ? 'NULL' : quoted(other)} AS ${quoted(name)}`
          })
          .join(', ')
        const ordered = key
          .split(', ')
          .map((column) => `${column} ${order}`)
          .join(', ')
        for (const row of source
          .prepare(`SELECT ${wanted} FROM ${quoted(table)} ORDER BY ${ordered}`)
          .iterate())
          copied += take(
            insert,
            columns.map((name) => row[name] ?? null),
          )
        break
      } catch {
        unread.add(table)
      }
  }
  source.close()
  return { copied, unread: [...unread] }
}

function take(insert: ReturnType<DatabaseSync['prepare']>, values: SQLInputValue[]): number {
  try {
    return Number(insert.run(...values).changes)
  } catch {
    return 0
  }
}

const columnsOf = (db: DatabaseSync, table: string, where = '1'): string[] =>
  db
    .prepare(`SELECT name FROM pragma_table_info(?) WHERE ${where}`)
    .all(table)
    .map((row) => String(row['name']))

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
