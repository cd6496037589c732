import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { SearchUse } from '#model/account/search-week.ts'
import type { FrameData } from '../../context.ts'
import { FrameContext, unknownFrame } from '../../page-frame.tsx'
import { NoAccess, NoSearchesLeft } from './upsell.tsx'

const user = {
  name: 'Ada',
  email: 'ada@example.org',
  workspace: 'w',
  workspaceId: 'w',
  step: null,
  isConsumer: false,
  hasApi: true,
  hasSensors: true,
  runsInstallation: false,
  csrfToken: 't',
}
const usedUp: SearchUse = { usage: 50, limit: 50, per: 'week', usageReset: '2026-11-30T00:00:00.000Z' }

function within(frame: Partial<FrameData>, part: ReactNode): string {
  const Stub = createRoutesStub([
    {
      path: '*',
      Component: () => <FrameContext value={{ ...unknownFrame, user, ...frame }}>{part}</FrameContext>,
    },
  ])
  return renderToStaticMarkup(<Stub initialEntries={['/ip/8.8.8.8']} />)
}
const drawn = (frame: Partial<FrameData>, searches: Partial<SearchUse> = {}): string =>
  within(frame, <NoSearchesLeft searches={{ ...usedUp, ...searches }} />)

test('who has an account that lacks something is led to support only where a message to it arrives', () => {
  const text = 'Contact our sales team for more information.'
  const html = within({ hasSupport: true }, <NoAccess />)
  expect(html).toContain(text)
  expect(html).toContain('Contact us</a>')
  const without = within({ hasSupport: false }, <NoAccess />)
  expect(without).toContain(text)
  expect(without).not.toContain('Contact us')
})

test('a trial is offered where somebody hears of it, by a message or under a link of the operator, and nowhere else', () => {
  expect(drawn({ trial: { url: null } })).toContain('Ask for a trial</button>')
  expect(drawn({ trial: { url: 'https://example.org/trial' } })).toContain('href="https://example.org/trial"')
  const none = drawn({ trial: null })
  expect(none).not.toContain('Ask for a trial')
  expect(none).toContain('Your searches begin anew on 2026-11-30')
})

test('who signed up with a consumer address is led to another account, and to no trial', () => {
  const html = drawn({ user: { ...user, isConsumer: true } })
  expect(html).toContain('Sign up with Work email')
  expect(html).not.toContain('trial')
})

test('a legacy plan has words of its own and the way to support', () => {
  const html = drawn({ hasSupport: true, trial: { url: null } }, { per: 'day', limit: 5, usage: 5 })
  expect(html).toContain('Your plan has a daily limit of 5 searches.')
  expect(html).toContain('Contact support')
  expect(html).not.toContain('trial')
  expect(drawn({}, { per: 'day' })).not.toContain('Contact support')
  expect(drawn({}, { per: 'day', usage: 3 })).toContain('3/50 searches used today')
})
