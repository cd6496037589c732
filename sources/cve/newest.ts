import { createReadStream } from 'node:fs'
import type { SourceFile } from '../source-file.ts'
import { dateOf } from './check.ts'
import type { CveSource } from './source.ts'

/**
 * The newest of several files that are each a whole state of a source (a catalogue of last year beside today's), by the newest
 * date in them, then by their rows; one that cannot be read is the last choice.
 */
export async function newestOf(
  source: CveSource,
  files: readonly SourceFile[],
): Promise<{ newest: SourceFile; older: SourceFile[] }> {
  const dated = await Promise.all(
    files.map(async (file) => {
      let [date, rows] = ['', 0]
      try {
        for await (const row of source.parse(createReadStream(file.path))) {
          rows += 1
          if (dateOf(row) > date) date = dateOf(row)
        }
      } catch {
        return { file, date: '', rows: -1 }
      }
      return { file, date, rows }
    }),
  )
  const [first, ...others] = dated.toSorted(
    (one, two) => Number(two.date > one.date) - Number(two.date < one.date) || two.rows - one.rows,
  )
  if (!first) throw new Error('There is no file to choose from.')
  return { newest: first.file, older: others.map(({ file }) => file) }
}
