import { expect, test } from 'vitest'
import { loadTags } from '#tags/load.ts'
import { namesHolding } from './autocomplete.ts'

const tags = loadTags()
const names = {
  actors: [...new Set(tags.flatMap(({ actor }) => actor ?? []))],
  cves: [...new Set(tags.flatMap(({ cves }) => cves))],
  tags: tags.map(({ slug, name }) => ({ slug, name })),
  countries: ['Brazil', 'Australia'],
  vpnServices: ['IPVANISH_VPN', 'NORD_VPN'],
}

test('names that hold a text are those that begin with it, then those with a word that does, then the others, in their order', () => {
  const some = { ...names, cves: ['CVE-2024-1', 'CVE-1999-2024', 'X-2024'], actors: ['bb', 'a b', 'ab', 'b'] }
  expect(namesHolding(some, 'B').actors).toEqual(['bb', 'b', 'a b', 'ab'])
  expect(namesHolding(some, '2024').cves).toEqual(some.cves)
  expect(namesHolding(some, 'nord').vpnServices).toEqual(['NORD_VPN'])
})

test('whatever is typed of a name, the answer holds it and stays below 10 KB', () => {
  const typed = new Set(
    tags.flatMap(({ slug, name }) =>
      [1, 2, 3, 6, 40].flatMap((length) => [slug.slice(0, length), name.slice(0, length)]),
    ),
  )
  for (const text of typed) {
    const found = namesHolding(names, text)
    expect(JSON.stringify(found).length, text).toBeLessThan(10_000)
    expect(
      found.tags.filter(({ slug, name }) => !`${slug}\n${name}`.toLowerCase().includes(text.toLowerCase())),
    ).toEqual([])
    expect(found.tags.length, text).toBeGreaterThan(0)
  }
  expect(typed.size).toBeGreaterThan(2000)
})
