import { expect, test } from 'vitest'
import type { Route } from './+types/trends'
import { meta } from './trends.tsx'

test.each([
  ['trending', 'Trending tags · Noisefloor'],
  ['active', 'Active tags · Noisefloor'],
  ['anomalies', 'Anomalies of tags · Noisefloor'],
  ['constructor', 'Trends · Noisefloor'],
])('the tab of a browser says in plain words what /trends/%s is', (view, title) => {
  expect(meta({ params: { view } } as Route.MetaArgs)).toContainEqual({ title })
})
