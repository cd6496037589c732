import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ownPlan, visitorPlan } from '#model/entitlements.ts'
import { openAppStore } from '#store/app/open.ts'
import { ctxFor, type Deps, writeCtxFor } from './context.ts'
import { visitorScope, workspaceScope } from './scope.ts'

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-context-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a verb has the store of its caller, and the installation only where its caller may change what everybody sees', async () => {
  const { installation, close } = await openAppStore({ file: join(folder, 'verbs.db') })
  const deps = {
    installation,
    analytics: {},
    memoryIndex: {},
    work: {},
    budget: {},
    health: {},
    reports: { by: () => ({}) },
  } as unknown as Deps
  const { signal } = new AbortController()
  const scopeOf = (publish: boolean) => workspaceScope({ workspace: 'ours', keyId: 'k', publish }, ownPlan)
  for (const ctx of [
    ctxFor(deps, { scope: scopeOf(false), signal }),
    writeCtxFor(deps, { scope: scopeOf(false) }),
  ]) {
    expect(ctx.workspace.id).toBe('ours')
    expect(() => ctx.installation).toThrow('This workspace does not feed the global records.')
  }
  expect(writeCtxFor(deps, { scope: scopeOf(true) }).installation).toBe(installation)
  const visitor = ctxFor(deps, { scope: visitorScope(visitorPlan), signal })
  expect(() => visitor.workspace).toThrow('This call needs an API key')
  expect(() => visitor.installation).toThrow('does not feed')
  await close()
})
