import type { SearchType } from '#model/search-type.ts'
import { type SearchDataset, searchDatasets } from '#model/suggestion.ts'

export const datasetTitles: Record<SearchDataset, string> = { ips: 'IPs', cves: 'CVEs', tags: 'Tags' }

/** The dataset of a key: Alt and 1, 2 or 3, whatever the keyboard writes with them. */
export function datasetOfKey({ altKey, code }: { altKey: boolean; code: string }): SearchDataset | null {
  const place = altKey ? /^(?:Digit|Numpad)([1-3])$/.exec(code)?.[1] : undefined
  return place === undefined ? null : (searchDatasets[Number(place) - 1] ?? null)
}

/** Addresses are everybody's; the others take their entitlement. */
export const mayChoose = (dataset: SearchDataset, can: (type: SearchType) => boolean): boolean =>
  dataset === 'ips' || can(dataset)

/** The browser's own radios: arrows move between them. */
export function Datasets({
  chosen,
  can,
  choose,
}: {
  chosen: SearchDataset
  can: (type: SearchType) => boolean
  choose: (dataset: SearchDataset) => void
}) {
  return (
    <fieldset className="flex">
      <legend className="sr-only">Search in</legend>
      {searchDatasets.map((dataset, at) => (
        <label
          key={dataset}
          className="relative inline-flex min-h-8 cursor-pointer items-center border border-control px-3 font-medium not-first-of-type:-ml-px first-of-type:rounded-l-control last:rounded-r-control has-checked:z-1 has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-disabled:cursor-not-allowed has-disabled:text-ink-3 has-focus-visible:z-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="dataset"
            value={dataset}
            checked={dataset === chosen}
            disabled={!mayChoose(dataset, can)}
            aria-keyshortcuts={`Alt+${at + 1}`}
            onChange={() => choose(dataset)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none disabled:cursor-not-allowed"
          />
          <span className="pointer-events-none relative">{datasetTitles[dataset]}</span>
        </label>
      ))}
    </fieldset>
  )
}
