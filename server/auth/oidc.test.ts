import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Log } from '#store/log.ts'
import { openOidc, type Way } from './oidc.ts'

/** What a provider is asked when somebody begins; the way there and back: tests/api/provider.test.ts. */

/** A provider that says this of itself. @returns what it is asked, of a sign-in that begins so */
async function provider(said: object, scope = 'openid email') {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, ...said }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log = { error: () => undefined, warn: () => undefined } as unknown as Log
  const oidc = openOidc(
    { issuer, clientId: 'noisefloor', clientSecret: undefined, name: 'Example ID', scope },
    { secret: new Uint8Array(32), clock: Date.now, log },
  )
  return async (hint: Way['hint']) => {
    const redirectUri = 'http://localhost/api/auth/callback/oidc'
    const way = { redirectUri, callbackUrl: '/', hint, linkTo: null, invite: null }
    const { searchParams } = new URL((await oidc.begin(way)).url)
    return { prompt: searchParams.get('prompt'), screen_hint: searchParams.get('screen_hint') }
  }
}

test('a provider is told whether somebody signs up or logs in', async () => {
  const asked = await provider({})
  expect(await asked('signup')).toEqual({ prompt: null, screen_hint: 'signup' })
  expect(await asked('login')).toEqual({ prompt: null, screen_hint: 'login' })
})

test('one that makes accounts by the standard is asked for that, and by nobody who logs in', async () => {
  const asked = await provider({ prompt_values_supported: ['none', 'login', 'create'] })
  expect(await asked('signup')).toEqual({ prompt: 'create', screen_hint: 'signup' })
  expect(await asked('login')).toEqual({ prompt: null, screen_hint: 'login' })
})

test('a sign-up is asked for also where refresh tokens need the consent of the user', async () => {
  const scope = 'openid offline_access'
  const standard = await provider({ prompt_values_supported: ['consent', 'create'] }, scope)
  expect(await standard('signup')).toEqual({ prompt: 'consent create', screen_hint: 'signup' })
  const other = await provider({}, scope)
  expect(await other('signup')).toEqual({ prompt: 'consent', screen_hint: 'signup' })
  expect(await other('login')).toEqual({ prompt: 'consent', screen_hint: 'login' })
})
