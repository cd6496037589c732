import { refuse } from '#model/errors.ts'
import { isAddressSource } from '#sources/source.ts'
import { sourceNamed } from '#sources/catalogue/all.ts'
import { verb } from '../access.ts'
import type { Deps, WriteCtx } from '../context.ts'
import { importCves } from './import-cves.ts'
import { importReport } from './import-report.ts'
import type { ImportInput, Receipt, Files } from './import-input.ts'

let last: Promise<unknown> = Promise.resolve()

/** One file at a time is read, however many are sent: what reading one takes is the bound for all. */
function serialised<T>(run: () => Promise<T>): Promise<T> {
  const result = last.then(run, run)
  last = result.catch(() => undefined)
  return result
}

/**
 * Makes files the state of a source that the stores keep: CVEs or a list of others. It runs to its end whoever waits.
 * @throws Refusal 'not-found' for an unknown name, 'invalid-input', 'conflict', 'unreadable-source' when the files must not be
 * imported: the data imported before stays in use
 */
export async function replaceSource(deps: Deps, input: ImportInput, files: Files): Promise<Receipt> {
  const source = sourceNamed(input.name)
  if (source && isAddressSource(source))
    throw refuse(
      'invalid-input',
      `${input.name} is kept in the data folder: "noisefloor sources import" takes it there, and the server notices.`,
    )
  const kind = source?.kind ?? input.kind
  if (kind === undefined)
    throw refuse('not-found', `There is no source ${input.name.slice(0, 60)}; a new list needs its kind.`)
  if (input.kind !== undefined && input.kind !== kind)
    throw refuse('conflict', `${input.name} is a source of ${kind === 'cve' ? 'CVEs' : kind}.`)
  const receipt = await serialised(() =>
    kind === 'cve' ? importCves(deps, input, files) : importReport(deps, { ...input, kind }, files),
  )
  await deps.installation.fetchStates.saveOrigins(input.name, input.from)
  deps.reports.changed()
  const { rows, before, added, removed, changed } = receipt
  deps.log.info({ source: input.name, rows, before, added, removed, changed }, 'source imported')
  return receipt
}

/** The same for somebody: sources change what everybody sees. */
export const importSource = verb(
  ['workspace', 'global-records'],
  (ctx: WriteCtx, input: ImportInput, files: Files): Promise<Receipt> => replaceSource(ctx, input, files),
)
