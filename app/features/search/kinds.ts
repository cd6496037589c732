import { withCommas } from '#model/numbers.ts'
import type { SuggestionKind } from '#model/suggestion.ts'

/** What a group of suggestions is headed by. */
export const kindTitles: Record<SuggestionKind, string> = {
  address: 'Addresses',
  tag: 'Tags',
  actor: 'Actors',
  cve: 'CVEs',
  network: 'Networks',
  organization: 'Organizations',
  path: 'Paths',
  fingerprint: 'Fingerprints',
}

/** "1,452 IPs"; nothing where nobody counts. */
export const countText = (count: number | null): string =>
  count === null ? '' : `${withCommas(count)} ${count === 1 ? 'IP' : 'IPs'}`
