import { describe, expect, test } from 'vitest'
import { intentions, tagCategories } from '#model/tag.ts'
import { loadTags } from './load.ts'

const tags = loadTags()

describe('tags', () => {
  test('there are many, of every category and intention', () => {
    expect(tags.length).toBeGreaterThanOrEqual(1000)
    expect(new Set(tags.map(({ category }) => category))).toEqual(new Set(tagCategories))
    expect(new Set(tags.map(({ intention }) => intention))).toEqual(new Set(intentions))
  })

  test('ids, slugs and names are each tag’s own', () => {
    for (const key of ['id', 'slug', 'name'] as const)
      expect(new Set(tags.map((tag) => tag[key].toLowerCase())).size, key).toBe(tags.length)
  })

  test('a worm is always malicious, and a benign tag names its actor', () => {
    for (const tag of tags) {
      if (tag.category === 'worm') expect(tag.intention, tag.slug).toBe('malicious')
      if (tag.intention === 'benign') expect(tag.actor, tag.slug).toBeTruthy()
    }
  })

  test('nobody is called benign for what a program says of itself', () => {
    const proofs = new Set(['origin', 'source.rdns', 'source.asn', 'source.ip'])
    for (const { slug, rule } of tags.filter(({ intention }) => intention === 'benign')) {
      const fields = [...rule.replaceAll(/"[^"]*"/g, '').matchAll(/([a-zA-Z][\w.]*):/g)].map(
        ([, field]) => field,
      )
      expect(fields.length, slug).toBeGreaterThan(0)
      for (const field of fields) expect(proofs.has(field ?? ''), `${slug} ${field}`).toBe(true)
    }
  })
})
