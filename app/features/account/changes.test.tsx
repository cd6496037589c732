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
