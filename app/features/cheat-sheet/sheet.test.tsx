import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { fieldEntries } from '#gnql/reference/fields.ts'
import { chapters } from '#gnql/reference/operators.ts'
import { ipRegistry } from '#gnql/registry/ip.ts'
import { analyze } from '#gnql/analyze.ts'
import { filteredSheet } from './filter.ts'
import { Sheet } from './sheet.tsx'

const all = { chapters, fields: fieldEntries(ipRegistry) }
const draw = (filter: string) => {
  const Stub = createRoutesStub([{ path: '*', Component: () => <Sheet {...filteredSheet(all, filter)} /> }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}

describe('the cheat sheet', () => {
  test('names every field, and each of its links runs without a remark', () => {
    const html = draw('')
    for (const { name } of ipRegistry.fields) expect(html).toContain(`<code>${name}</code>`)
    const links = [...html.matchAll(/href="\/query\/([^"]+)"/g)].map(([, text]) =>
      decodeURIComponent(text ?? ''),
    )
    expect(links.length).toBeGreaterThan(80)
    for (const query of links)
      expect(analyze(query, { catalogue: 'ip', now: Date.UTC(2026, 10, 21) }).diagnostics, query).toEqual([])
  })

  test('the filter keeps what holds every word, in any case', () => {
    const { fields } = filteredSheet(all, '  COUNTRY  destination ')
    expect(fields.map(({ name }) => name)).toEqual([
      'metadata.single_destination',
      'metadata.destination_country',
      'metadata.destination_country_codes',
    ])
    expect(filteredSheet(all, 'wildcards').chapters.map(({ title }) => title)).toContain('Wildcards')
    expect(draw('no such words')).toContain('Clear the filter')
  })
})
