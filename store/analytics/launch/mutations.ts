import { mkdir, readdir, realpath, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** The table that the engine could not load, in what it says when it does not start. */
const namedIn = /load table (\w+)\.(\w+)' failed/

/**
 * Sets the mutations of a table aside that keeps the engine from starting: their files carry no checksum, and one that cannot
 * be parsed ends the start. Those that are done are history; one that was under way is asked for again by whoever began it.
 * @param said what the engine said when it did not start
 * @returns the names of what was set aside (kept in the folder "damaged")
 */
export async function setMutationsAside(dir: string, said: string): Promise<string[]> {
  const [, database = '', table = ''] = namedIn.exec(said) ?? []
  if (table === '') return []
  const folder = await realpath(join(dir, 'data', 'data', database, table)).catch(() => null)
  if (folder === null) return []
  const names = (await readdir(folder)).filter((name) => name.startsWith('mutation_'))
  if (names.length === 0) return []
  const aside = join(dir, 'damaged')
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const name of names) await rename(join(folder, name), join(aside, `${Date.now()}-${table}-${name}`))
  return names.map((name) => `${table} ${name}`)
}
