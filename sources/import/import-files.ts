import type { AnySource } from '../catalogue/all.ts'
import { SourceRefused } from '../refused.ts'
import type { Source } from '../source.ts'
import { isAddressSource } from '../source.ts'
import type { SourceFile } from '../source-file.ts'
import { findSources, readInput } from './find.ts'
import { type ImportOptions, type Imported, importSource } from './import-source.ts'

/** What became of one source: taken, or why not. */
export type Outcome = { ok: true; imported: Imported } | { ok: false; source: string; reason: string }

/** Reads the files of a source of facts and puts them in the place of what stood. @throws SourceRefused */
export async function importAddressSource(
  source: Source,
  files: readonly SourceFile[],
  take: ImportOptions,
): Promise<Imported> {
  const inputs = []
  for (const file of files) inputs.push(await readInput(file))
  return importSource(source, inputs, take)
}

/** One outcome of `run`; what else it throws than a refusal goes on. */
export async function outcomeOf(source: AnySource, run: () => Promise<Imported>): Promise<Outcome> {
  try {
    return { ok: true, imported: await run() }
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    return { ok: false, source: source.name, reason: error.message }
  }
}

/** Every source of facts below a folder. @throws SourceRefused when there is none */
export async function importPath(path: string, take: Omit<ImportOptions, 'from'>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [source, files] of (await findSources(path)).known)
    if (isAddressSource(source)) {
      const from = files.map(({ name }) => name)
      outcomes.push(await outcomeOf(source, () => importAddressSource(source, files, { ...take, from })))
    }
  return outcomes
}
