import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { FrameContext, unknownFrame } from '../../page-frame.tsx'
import { NoSearchesLeft } from './upsell.tsx'

const user = {
  name: 'Ada',
  email: 'ada@example.org',
  workspace: 'w',
  step: null,
  isConsumer: false,
  csrfToken: 't',
}

test('a trial is offered where a message to support arrives somewhere, and nowhere else', () => {
  const drawn = (hasSupport: boolean): string => {
    const Stub = createRoutesStub([
      {
        path: '*',
        Component: () => (
          <FrameContext value={{ ...unknownFrame, user, hasSupport }}>
            <NoSearchesLeft searches={{ usage: 50, limit: 50, usageReset: '2026-11-30T00:00:00.000Z' }} />
          </FrameContext>
        ),
      },
    ])
    return renderToStaticMarkup(<Stub initialEntries={['/ip/8.8.8.8']} />)
  }
  expect(drawn(true)).toContain('Ask for a trial')
  expect(drawn(false)).not.toContain('Ask for a trial')
  expect(drawn(false)).toContain('Your searches begin anew on 2026-11-30')
})
