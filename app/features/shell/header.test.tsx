import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { type SearchType, searchTypes } from '#model/search-type.ts'
import { FrameContext, unknownFrame } from '../../page-frame.tsx'
import { PartsOfTab } from './header.tsx'

function labels(types: readonly SearchType[]): string[] {
  const Stub = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <FrameContext value={{ ...unknownFrame, searchTypes: types }}>
          <PartsOfTab path="/tags" />
        </FrameContext>
      ),
    },
  ])
  const html = renderToStaticMarkup(<Stub initialEntries={['/tags']} />)
  return [...html.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, label = '']) => label)
}

test('below Query, CVEs stands only for whoever may analyze lists of CVEs', () => {
  expect(labels(searchTypes)).toEqual(['Trends', 'Today', 'Tags', 'Analysis', 'CVEs'])
  expect(labels(searchTypes.filter((type) => type !== 'cves-bulk'))).not.toContain('CVEs')
})
