import type { Classification } from './tag.ts'

/** What would be found if one condition were left out. */
export interface Relaxed {
  part: string
  query: string
  total: number
}

/** What completion knows beside the fields (countries come from model/countries.ts). */
export interface Autocomplete {
  actors: string[]
  /** Those that addresses were seen in. */
  countries: string[]
  cves: string[]
  tags: { slug: string; name: string }[]
  vpnServices: string[]
}

export interface FacetValue {
  value: string
  count: number
  /** The GNQL term that includes it, printed by gnql's own printer. */
  term: string
}

export interface Facet {
  field: string
  title: string
  values: FacetValue[]
}

export interface HistogramBucket {
  /** Start of the UTC day. */
  day: string
  counts: Record<Classification, number>
}
