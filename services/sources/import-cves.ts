import { refuse } from '#model/errors.ts'
import { cveSourceNamed } from '#sources/cve/all.ts'
import { importCveSource } from '#sources/cve/import.ts'
import { SourceRefused } from '#sources/refused.ts'
import { statusOf } from '#store/analytics/cves/status.ts'
import type { Deps } from '../context.ts'
import type { Files, Receipt, ImportInput } from './import-input.ts'

/** @throws Refusal 'unreadable-source' */
export async function importCves(
  { analytics, clock }: Deps,
  { name, add, force }: ImportInput,
  files: Files,
): Promise<Receipt> {
  const source = cveSourceNamed(name)
  if (!source) throw refuse('not-found', `There is no source ${name}.`)
  const before = (await statusOf(analytics, name))?.rows ?? 0
  try {
    const done = await importCveSource(analytics, source, files, { now: clock(), partial: add, force })
    const { rows, added, removed, changed } = done
    return { name, rows, before, added, removed, changed, unreadable: 0, reserved: 0 }
  } catch (error) {
    if (error instanceof SourceRefused) throw refuse('unreadable-source', error.message)
    throw error
  }
}
