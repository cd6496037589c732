import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { TagProof } from '#model/ip-report.ts'
import type { FrameData } from '../../context.ts'
import { FrameContext, unknownFrame } from '../../page-frame.tsx'
import { Proof } from './proof.tsx'

const silent: TagProof['requests'][number] = {
  port: 23,
  transport: 'tcp',
  methods: [],
  uris: [],
  agents: [],
  lines: [],
  ssh: '',
  sessions: 2,
  first: '2026-11-29T01:00:00Z',
  last: '2026-11-30T01:00:00Z',
}

function drawn(requests: TagProof['requests'], plan: Partial<FrameData['plan']> = {}): string {
  const proof = { slug: 'x', name: 'X', rule: 'http.count:>0', requests, more: false, sessions: null }
  const Stub = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <FrameContext value={{ ...unknownFrame, plan: { ...unknownFrame.plan, ...plan } }}>
          <Proof proof={proof} />
        </FrameContext>
      ),
    },
  ])
  return renderToStaticMarkup(<Stub initialEntries={['/ip/198.18.1.1']} />)
}

const noRequest = 'No request: the rule read the packets themselves.'
const isGone = 'are no longer kept'

test('what a plan leaves out of requests is not said to be none', () => {
  expect(drawn([silent])).toContain(noRequest)
  const withheld = drawn([silent], { lacking: ['feature-ip-request-analysis'] })
  expect(withheld).toContain('What was sent is not in your plan.')
  expect(withheld).not.toContain(noRequest)
})

test('sessions before the days of a plan are not said to be gone', () => {
  expect(drawn([])).toContain(isGone)
  expect(drawn([])).not.toContain('Upgrade')
  const cut = drawn([], { historicDays: 2 })
  expect(cut).not.toContain(isGone)
  expect(cut).toContain('No session of the days that your plan shows matched')
  expect(cut).toContain('Showing 2 days of 90. Upgrade to extend to 90 days.')
})
