import { describe, expect, test } from 'vitest'
import type { ServerStatus } from '#model/server-status.ts'
import type { Services } from '#services/services.ts'
import { createLoadContext, frame } from '../../context.ts'
import { FrameContext } from '../../page-frame.tsx'
import { QueryEditor } from './editor.tsx'
import { NothingFound, DidNotRun } from './no-answer.tsx'
import { draw, report, textOf } from './testing.tsx'

describe('a query that gives nothing', () => {
  test('keeps the text, says where it went wrong and what was expected', () => {
    const html = draw(
      <QueryEditor
        report={{
          ...report,
          query: 'port:23 clasification:x',
          ran: false,
          diagnostics: [
            {
              span: { start: 8, end: 21 },
              severity: 'error',
              message: 'No field is called clasification.',
              expected: ['a field'],
              found: 'clasification',
              suggestion: 'classification',
            },
          ],
        }}
      />,
    )
    expect(html).toContain('>port:23 clasification:x</textarea>')
    expect(html).toContain('port:23 clasification:x\n        ^^^^^^^^^^^^^')
    expect(textOf(html)).toMatch(/At character 9\. .*Expected a field\. .*Did you mean classification/)
    expect(html).toContain(`href="/query/${encodeURIComponent('port:23 classification:x')}"`)
  })

  test('all that is wrong is told at once, but of one place only what is wrong there', () => {
    const query = 'port:abc country:Chna'
    const said = { expected: [], found: '', suggestion: null }
    const html = draw(
      <QueryEditor
        report={{
          ...report,
          query,
          ran: false,
          diagnostics: [
            { ...said, severity: 'hint', span: { start: 17, end: 21 }, message: 'Chna is no country.' },
            { ...said, severity: 'hint', span: { start: 0, end: 8 }, message: 'Read as one value.' },
            { ...said, severity: 'error', span: { start: 5, end: 8 }, message: 'A port is a number.' },
            { ...said, severity: 'error', span: { start: 5, end: 21 }, message: 'It is never closed.' },
          ],
        }}
      />,
    )
    expect(textOf(html)).toMatch(/A port is a number\. .*It is never closed\. .*Chna is no country\./)
    expect(textOf(html)).not.toContain('Read as one value')
  })

  test('not run and nothing found are different pictures', () => {
    expect(textOf(draw(<DidNotRun />))).toContain('This query did not run. The reason stands above.')
    const nothing = textOf(
      draw(<NothingFound report={{ ...report, adjustedQuery: 'port:23 last_seen:90d' }} />),
    )
    expect(nothing).toContain('No address matches port:23 last_seen:90d')
    const relaxed = [{ part: 'country:NL', query: 'port:23', total: 812 }]
    const html = draw(<NothingFound report={{ ...report, relaxed }} />)
    expect(textOf(html)).toMatch(/Without country:NL there are 812/)
    expect(html).toContain('href="/query/port%3A23"')
  })

  test('nothing found speaks of terms to drop where such stand above: one alone does not', () => {
    const said = (query: string) => textOf(draw(<NothingFound report={{ ...report, query }} />))
    expect(said('port:23 country:NL')).toContain('Drop a term above, or start from one of these')
    expect(said('port:23')).toContain('can match. Start from one of these')
  })

  test('nothing found says how far the plan reaches back', () => {
    const context = createLoadContext({
      services: { can: () => false, plan: { historicDays: 7, lacking: [] } } as unknown as Services,
      nonce: '',
      status: {} as ServerStatus,
      request: new Request('http://localhost/'),
    })
    const page = (
      <FrameContext value={context.get(frame)}>
        <NothingFound report={report} />
      </FrameContext>
    )
    expect(textOf(draw(page))).toContain('in the last 7 days can match')
  })

  test('what ran instead is stated', () => {
    const html = draw(<QueryEditor report={{ ...report, adjustedQuery: 'port:23 last_seen:90d' }} />)
    expect(textOf(html)).toContain('Query as run: port:23 last_seen:90d')
  })
})
