import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { Facets } from './facets.tsx'
import type { ShownFacet } from './values.tsx'

const country: ShownFacet = {
  name: 'country',
  phrase: true,
  aliases: ['metadata.source_country', 'source_country'],
  title: 'Country',
  many: false,
  count: 9,
  find: '',
  values: [
    { value: 'India', count: 1447 },
    { value: 'South Korea', count: 3 },
  ],
}
const tags: ShownFacet = { ...country, name: 'tags', aliases: ['tag'], title: 'Tags', many: true, count: 2 }

const drawn = (facet: ShownFacet, query: string, address = '') => {
  const open = (new URLSearchParams(address).get('more') ?? '').split(',')
  const Stub = createRoutesStub([
    { path: '*', Component: () => <Facets facets={[facet]} query={query} open={open} /> },
  ])
  return renderToStaticMarkup(<Stub initialEntries={[`/?${address}`]} />)
}
const links = (html: string) =>
  [...html.matchAll(/href="\/query\/([^"]+)"/g)].map(([, text]) => decodeURIComponent(text ?? ''))

describe('facets', () => {
  test('narrow and exclude by links with the names people type, alternatives kept together', () => {
    expect(links(drawn(country, 'port:23 OR port:22'))).toEqual([
      '(port:23 OR port:22) country:India',
      '(port:23 OR port:22) -country:India',
      '(port:23 OR port:22) country:"South Korea"',
      '(port:23 OR port:22) -country:"South Korea"',
    ])
  })

  test('say which value is asked for, whatever name it was asked by; it takes itself away', () => {
    const html = drawn(country, 'source_country:india port:23')
    expect(html).toMatch(
      /<li class="on[^>]*><a href="\/query\/port%3A23" [^>]*aria-current="true"[^>]*>India/,
    )
    expect(html.match(/aria-current/g)?.length).toBe(1)
  })

  test('another value of a field with one value an address is an alternative, of a field with several one more condition', () => {
    expect(links(drawn(country, 'country:India'))).toContain('country:(India OR "South Korea")')
    expect(links(drawn(tags, 'tags:India'))).toContain('tags:India tags:"South Korea"')
  })

  test('counts are exact', () => {
    expect(drawn(country, '')).toContain('<b>1,447</b>')
  })

  test('rarer values come by a link that keeps what else the address says', () => {
    expect(drawn(country, '', 'cols=tags&more=asn')).toContain(
      '<a href="?cols=tags&amp;more=asn,country" aria-expanded="false">Show 9</a>',
    )
    expect(drawn(country, '', 'more=country')).toContain('<a href="?" aria-expanded="true">Show 5</a>')
  })

  test('other queries are shown as this one is, from their first page on', () => {
    expect(drawn(country, '', 'cols=tags&after=x&row=y')).toContain('href="/query/country%3AIndia?cols=tags"')
  })
})
