import type { SourceKind } from '#model/sources.ts'
import { actorSources } from '../actors/sources.ts'
import { allSources } from './address-sources.ts'
import { cveSources } from '../cve/all.ts'
import type { CveSource } from '../cve/source.ts'
import { sightingSources } from '../reports/sources.ts'
import { isAddressSource, type ListSource, type Source } from '../source.ts'

export type AnySource = Source | ListSource | CveSource

/** Every source the product knows, of all kinds. No two share a name, and an operator's own list takes none of these. */
export const everySource: readonly AnySource[] = [
  ...allSources,
  ...actorSources,
  ...sightingSources,
  ...cveSources,
]

export const sourceNamed = (name: string): AnySource | undefined =>
  everySource.find((source) => source.name === name)

export const kindOf = (source: AnySource): SourceKind => (isAddressSource(source) ? 'facts' : source.kind)
