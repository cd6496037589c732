import { canonicalCve } from '#model/cve.ts'
import { refuse } from '#model/errors.ts'

/** @throws Refusal 'invalid-cve' */
export function cveOf(text: string): string {
  const cve = canonicalCve(text)
  // The words that clients of the public API know.
  if (cve === null) throw refuse('invalid-cve', 'bad query: invalid CVE format')
  return cve
}
