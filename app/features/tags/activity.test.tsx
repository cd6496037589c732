import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { TagActivityPanel } from './activity.tsx'

/** Under a plan that gives so many days of those asked for. */
function drawn({
  days,
  asked,
  behindSeconds = 0,
}: {
  days: number
  asked: number
  behindSeconds?: number
}): string {
  const addresses = { malicious: 1, suspicious: 0, unknown: 0, benign: 0 }
  const activity = {
    slug: 'x',
    start: '2026-11-29T00:00:00Z',
    end: '2026-11-30T01:00:00Z',
    days,
    step: 24,
    buckets: [{ start: '2026-11-30', addresses }],
    addresses,
    behindSeconds,
  }
  const Stub = createRoutesStub([
    { path: '*', Component: () => <TagActivityPanel activity={activity} asked={asked} /> },
  ])
  return renderToStaticMarkup(<Stub initialEntries={['/tags/x']} />)
}

test('the window that was chosen is marked, and it is said where the plan reaches fewer days', () => {
  const cut = drawn({ days: 2, asked: 30 })
  expect(cut).toContain('Showing 2 days of 30. Upgrade to extend to 90 days.')
  expect(cut).toMatch(/aria-current="true"[^>]*>30 days/)
  const whole = drawn({ days: 30, asked: 30 })
  expect(whole).not.toContain('Upgrade to extend')
  expect(whole).toMatch(/aria-current="true"[^>]*>30 days/)
})

test('it is said how far the counts are behind, and nothing where they are not', () => {
  const said = 'Counts of tags are '
  expect(drawn({ days: 3, asked: 3 })).not.toContain(said)
  expect(drawn({ days: 3, asked: 3, behindSeconds: 60 })).toContain(`${said}1 minute behind`)
  expect(drawn({ days: 3, asked: 3, behindSeconds: 719 })).toContain(`${said}11 minutes behind`)
})
