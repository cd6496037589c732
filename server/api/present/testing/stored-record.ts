import * as fc from 'fast-check'
import { storedRecord as recordWith } from '#store/analytics/ips/testing/stored-record.ts'
import { loadTags } from '#tags/load.ts'

export const tags = new Map(loadTags().map((tag) => [tag.slug, tag]))

/** Stored records with the tags above, and some that are none. */
export const storedRecord = recordWith(
  fc.array(fc.constantFrom(...[...tags.keys()].slice(0, 20), 'no-such-tag'), { maxLength: 4 }),
)
