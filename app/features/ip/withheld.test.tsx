import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { entitlementTitles } from '#model/entitlement-titles.ts'
import { groupTexts } from '#model/ip-document/group-texts.ts'
import { fieldGroups } from '#model/ip-document/groups.ts'
import type { FrameData } from '../../context.ts'
import { FrameContext, unknownFrame } from '../../page-frame.tsx'
import { Withheld } from './withheld.tsx'

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

function drawn(frame: Partial<FrameData>, groups = fieldGroups): string {
  const Stub = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <FrameContext value={{ ...unknownFrame, ...frame }}>
          <Withheld groups={groups} />
        </FrameContext>
      ),
    },
  ])
  return renderToStaticMarkup(<Stub initialEntries={['/ip/8.8.8.8']} />)
}

test('each group of fields that a plan lacks says its title and what it would show', () => {
  const html = drawn({})
  for (const group of fieldGroups) {
    const title = `<li>${entitlementTitles[group]} <code class="text-ink-3">${group}</code>: `
    expect(html).toContain(`${title}${groupTexts[group]}</li>`)
  }
  expect(html).not.toContain(': </li>')
  expect(drawn({}, [])).toBe('')
})

test('who can grant it depends on who reads: a sign-in, a work email, an upgrade, and support where there is some', () => {
  const visitor = drawn({})
  expect(visitor).toContain('href="/auth-required?redirect=%2Fip%2F8.8.8.8&amp;hint=login"')
  expect(visitor).toContain('the operator of this server decides')
  expect(drawn({ user: { ...user, isConsumer: true } })).toContain('your work email')
  const alone = drawn({ user })
  expect(alone).toContain('the operator of this server grants that')
  expect(alone).not.toContain('Contact us')
  expect(drawn({ user, hasSupport: true })).toContain(
    '<a href="/account/help" data-discover="true">Contact us',
  )
})
