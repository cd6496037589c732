import { tmpdir } from 'node:os'
import { isKeptFresh } from '#model/sources.ts'
import { type AnySource, everySource } from '#sources/catalogue/all.ts'
import { SourceRefused, Unreachable } from '#sources/refused.ts'
import { outcomeOf } from '#sources/import/import-files.ts'
import { known } from '#sources/import/find.ts'
import { withFetched } from '#sources/import/publisher.ts'
import { Exit } from '../exit.ts'
import { everyStatus } from './list.ts'
import type { Reporter } from './report.ts'
import { takeFiles } from './send-files.ts'
import type { Places, SourcesOptions } from './places.ts'

/** So many in a row that nobody answers for, and there is no way out. */
const maxUnreachable = 2

/** `noisefloor sources update [NAME…]`: fetches sources from where they are published, or from a mirror. */
export async function updateNamed(
  places: Places,
  names: readonly string[],
  options: SourcesOptions,
  report: Reporter,
): Promise<void> {
  if (options.base !== undefined && !/^https?:\/\//i.test(options.base))
    throw new Exit('usage', `--base: "${options.base}" is no http(s) address`)
  const at = { places, options, report }
  let [reached, unreachable] = [0, 0]
  for (const source of await wanted(places, names, report)) {
    const outcome = await outcomeOf(source, async () => {
      const folder = tmpdir()
      try {
        if (source.urls.length === 0) throw new SourceRefused('is published nowhere that we know: import it')
        return await withFetched(source, { base: options.base, folder }, (files) =>
          takeFiles(at, source, files, source.urls),
        )
      } catch (error) {
        if (error instanceof Unreachable) unreachable += 1
        else reached += 1
        throw error
      }
    })
    if (outcome.ok) reached += 1
    report.outcome(outcome)
    if (reached === 0 && unreachable >= maxUnreachable)
      throw new Exit(
        'refused',
        'No publisher can be reached: nothing was changed. On a machine without internet, import files.',
      )
  }
}

/** @throws Exit 'refused' for a name nobody bears */
async function wanted(places: Places, names: readonly string[], report: Reporter): Promise<AnySource[]> {
  try {
    if (names.length > 0) return names.map(known)
  } catch (error) {
    throw error instanceof SourceRefused ? new Exit('refused', error.message) : error
  }
  const { found } = await everyStatus(places)
  const left = found.filter((one) => one.state === 'imported' && one.urls.length > 0 && !isKeptFresh(one))
  if (left.length > 0) {
    const text = left.map(({ name }) => name)
    report.note(`Imported by you, not fetched unless named: ${text.join(', ')}`, { left: text })
  }
  return everySource.filter(({ name }) => found.some((one) => one.name === name && isKeptFresh(one)))
}
