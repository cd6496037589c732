import { Kysely } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { isCorrupt } from '../sqlite/checked.ts'
import { migrateStep } from './migrations/all.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'

/** The shapes that each table ever had, "name {…}", as the migrations make them; made once a process. */
let known: Promise<Set<string>> | undefined

/**
 * Whether a table of a SQLite file is other than any migration made it: definitions are text,
 * and a flipped letter makes another one that SQLite takes.
 * @returns what is wrong, in words; null when nothing is
 */
export async function schemaFault(file: string): Promise<string | null> {
  known ??= everMade()
  const shapes = await known
  const db = new DatabaseSync(file)
  try {
    const other = shapesOf(db).find((shape) => !shapes.has(shape))
    return other === undefined ? null : `${other.split(' ')[0]} is no table that was made here`
  } catch (error) {
    if (isCorrupt(error)) return (error as Error).message
    throw error
  } finally {
    db.close()
  }
}

async function everMade(): Promise<Set<string>> {
  const raw = new DatabaseSync(':memory:')
  const db = new Kysely({ dialect: nodeSqliteDialect(raw) })
  const shapes = new Set<string>()
  try {
    for (let went = true; went;) {
      went = await migrateStep(db)
      for (const shape of shapesOf(raw)) shapes.add(shape)
    }
  } finally {
    await db.destroy()
  }
  return shapes
}

function shapesOf(db: DatabaseSync): string[] {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
  return tables.map(({ name }) => {
    const table = String(name)
    const columns = db.prepare('SELECT * FROM pragma_table_info(?)').all(table)
    const references = db.prepare('SELECT * FROM pragma_foreign_key_list(?)').all(table)
    return `${table} ${JSON.stringify([columns, references])}`
  })
}
