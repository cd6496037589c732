import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Changes } from './changes.tsx'

const change = {
  act: 'workspace.rename',
  subject: 'workspace w',
  before: 'Old',
  after: 'New',
  address: '198.51.100.7',
  at: Date.parse('2026-11-20T21:40:12Z'),
}
const members = [
  { id: 'a', name: 'Ada <b>', email: 'ada@example.org' },
  { id: 'b', name: '', email: 'bob@example.org' },
]

test('each change says who made it: a member by name or address, anybody else as the export has them', () => {
  const actors = ['user a', 'user b', 'user gone', 'key k', 'server']
  const html = renderToStaticMarkup(
    <Changes members={members} changes={actors.map((actor) => ({ ...change, actor }))} />,
  )
  expect(html).not.toContain('<b>')
  const lines = html.split('</li>').map((line) => line.replaceAll(/<[^>]+>/g, ''))
  for (const [index, who] of ['Ada &lt;b&gt;', 'bob@example.org', 'user gone', 'key k', 'server'].entries())
    expect(lines[index]).toContain(`: Old → New by ${who} from 198.51.100.7`)
})

test('a change that is about somebody names them, and says nothing where there was nothing', () => {
  const handed = { ...change, subject: 'user b', before: 'user a', after: '', actor: 'user a' }
  const html = renderToStaticMarkup(<Changes members={members} changes={[handed]} />)
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain('bob@example.org: Ada &lt;b&gt; → nothing by Ada')
})

test('of a change of several fields each that changed is told, and its times as those of the page', () => {
  const offering = { ...change, act: 'user.offering', actor: 'server' }
  const lineOf = (one: typeof offering) =>
    renderToStaticMarkup(<Changes members={members} changes={[one]} />).replaceAll(/<[^>]+>/g, '')
  const before = JSON.stringify({ offering: 'free', expires: null, trial: null })
  const after = JSON.stringify({ offering: 'free', expires: '2026-12-01T08:30:00.000Z', trial: null })
  expect(lineOf({ ...offering, before, after })).toContain(
    ': expires nothing → 2026-12-01 08:30 UTC by server',
  )
  // Cut where it was too long, and what somebody called a workspace: as it is written.
  expect(lineOf({ ...offering, before: '', after: after.slice(0, 30) })).toContain(
    `nothing → {&quot;offering`,
  )
  expect(lineOf({ ...offering, act: 'workspace.rename', before: 'Old', after })).toContain(
    'Old → {&quot;offering',
  )
})
