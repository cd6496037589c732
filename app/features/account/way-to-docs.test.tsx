import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { SignupStep } from '#model/account/user.ts'
import { FrameContext, unknownFrame } from '../../page-frame.tsx'
import { WayToDocs } from './way-to-docs.tsx'

const someone = {
  name: 'Ada',
  email: 'ada@example.org',
  workspace: 'w',
  workspaceId: 'w',
  isConsumer: false,
  hasApi: true,
  hasSensors: true,
  runsInstallation: false,
  csrfToken: 't',
}

function drawn(hasDocs: boolean, step: SignupStep | null = null): string {
  const user = { ...someone, step }
  const Stub = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <FrameContext value={{ ...unknownFrame, user }}>
          <WayToDocs hasDocs={hasDocs} />
        </FrameContext>
      ),
    },
  ])
  return renderToStaticMarkup(<Stub initialEntries={['/signup/add-username']} />)
}

test('who has a username goes on to the documentation elsewhere, or to that of this server', () => {
  expect(drawn(true)).toContain('Open the documentation</button>')
  expect(drawn(false)).toContain('href="/account/help"')
})

test('who has not finished signing up goes on with that first', () => {
  for (const hasDocs of [true, false])
    expect(drawn(hasDocs, 'verify-email')).toContain('href="/signup/welcome"')
})
