import { term } from '#gnql/term.ts'
import { canonicalCve } from '#model/cve.ts'
import { queryHref } from '../../query-href.ts'

/** Where a value of a GNQL field ("" for an address) leads: to its own page, which addresses and CVEs have, or to the query of it. */
export function hrefOf(field: string, value: string): string {
  if (field === '') return `/ip/${encodeURIComponent(value)}`
  const cve = field === 'cve' ? canonicalCve(value) : null
  return cve === null ? queryHref(term(field, value)) : `/cves/${cve}`
}
