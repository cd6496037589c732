import { expect, test, vi } from 'vitest'
import type { Tag } from '#model/tag.ts'
import { presentPublicTag } from './tag.ts'

const tag = (slug: string, of: Partial<Tag> = {}): [string, Tag] => [
  slug,
  {
    id: `id of ${slug}`,
    slug,
    name: slug,
    category: 'worm',
    intention: 'malicious',
    description: '',
    references: [],
    cves: [],
    recommendBlock: false,
    createdAt: '2026-01-01',
    ...of,
  } as Tag,
]

test('a tag is compared with all others once, however often the list of all is asked for', () => {
  const one = new Map([
    tag('a', { cves: ['CVE-2026-1', 'CVE-2026-2'] }),
    tag('b', { cves: ['CVE-2026-2'] }),
    tag('c', { actor: 'x' }),
    tag('d', { actor: 'x', cves: ['CVE-2026-3'] }),
  ])
  const looked = vi.spyOn(one, 'values')
  const asked = (tags: ReadonlyMap<string, Tag>) =>
    [...tags].map(([, each]) => presentPublicTag(each, tags).related_tags.map(({ slug }) => slug))
  for (let nth = 0; nth < 3; nth += 1) expect(asked(one)).toEqual([['b'], ['a'], ['d'], ['c']])
  expect(looked).toHaveBeenCalledTimes(one.size)
  // Of another catalogue others are related to the same tag.
  const other = new Map([...one].filter(([slug]) => slug !== 'b'))
  expect(asked(other)).toEqual([[], ['d'], ['c']])
})
