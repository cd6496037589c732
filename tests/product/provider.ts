import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** What a provider of a test does next. */
export interface Provided {
  /** Who it lets in, and what it says of them. */
  person: { sub: string; email: string; email_verified: unknown }
  /** How long its access tokens live. */
  tokenSeconds: number
  /** Why it gives no tokens, as RFC 6749 §5.2 has it. */
  refusal: string | null
  /** How often it was asked for tokens. */
  asked: number
  /** What it says in its token instead of what is so. */
  claims: ((claims: Record<string, unknown>) => Record<string, unknown>) | null
  /** Somebody else signs what it says. */
  isForged: boolean
}

export const provides = (person: Provided['person']): Provided => ({
  person,
  tokenSeconds: 3600,
  refusal: null,
  asked: 0,
  claims: null,
  isForged: false,
})

export interface Listening {
  issuer: string
  server: Server
  /** Begins to answer, for the product at this address. */
  serve(url: string): Promise<void>
}

/** A provider that asks nobody for a password: whoever comes is `provided.person`. It listens first, since the product is told where. */
export async function startProvider(provided: Provided): Promise<Listening> {
  const listener = createServer()
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const serve = async (url: string): Promise<void> => {
    const [{ privateKey }, { privateKey: forged }] = await Promise.all([signingKey(), signingKey()])
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'noisefloor',
          client_secret: 'a secret of theirs',
          redirect_uris: [`${url}/api/auth/callback/oidc`],
          response_types: ['code'],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      pkce: { required: () => true },
      scopes: ['openid', 'email', 'profile', 'offline_access'],
      ttl: { AccessToken: () => provided.tokenSeconds },
      issueRefreshToken: async () => true,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['of a test'] },
      jwks: { keys: [await jwkOf(privateKey)] },
      // What goes wrong there is said here.
      renderError: (ctx, _out, error) => {
        ctx.type = 'text'
        ctx.body = String(error)
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: () =>
          ({ ...provided.person, sub: id, given_name: 'Ada', family_name: 'Lovelace' }) as { sub: string },
      }),
      loadExistingGrant: async (ctx) => {
        const { client, session } = ctx.oidc
        if (!client || !session?.accountId) return undefined
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email profile offline_access')
        await grant.save()
        return grant
      },
    })
    provider.on('server_error', (_ctx, error) => console.error(error))
    const answer = provider.callback()
    listener.on('request', (request, response) => {
      if (request.url === '/token') {
        provided.asked += 1
        if (provided.refusal !== null) return refuse(response, provided.refusal)
        const { claims } = provided
        if (claims) sayOtherwise(response, claims, provided.isForged ? forged : privateKey)
      }
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
      const login = { accountId: provided.person.sub, remember: false }
      // Asked again, or without its cookie, it is over.
      provider.interactionFinished(request, response, { login, consent: {} }).catch(() => response.destroy())
    })
  }
  return { issuer, server: listener, serve }
}

function refuse(response: ServerResponse, error: string): void {
  const isClient = error === 'invalid_client'
  response.writeHead(isClient ? 401 : 400, {
    'content-type': 'application/json',
    ...(isClient && { 'www-authenticate': 'Basic realm="provider"' }),
  })
  response.end(JSON.stringify({ error }))
}

/** Other claims, signed with a key, in the place of the token that it made. */
function sayOtherwise(
  response: ServerResponse,
  claims: NonNullable<Provided['claims']>,
  key: CryptoKey,
): void {
  const end = response.end.bind(response)
  const changed = async (body: string): Promise<string> => {
    const said = JSON.parse(body) as { id_token?: string }
    if (said.id_token === undefined) return body
    const { alg = 'RS256', kid } = decodeProtectedHeader(said.id_token)
    const token = new SignJWT(claims(decodeJwt(said.id_token)))
    token.setProtectedHeader({ alg, ...(kid !== undefined && { kid }) })
    return JSON.stringify({ ...said, id_token: await token.sign(key) })
  }
  response.end = ((body: string | Buffer) => {
    void changed(String(body)).then((text) => {
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as typeof response.end
}

const signingKey = () =>
  crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )

async function jwkOf(key: CryptoKey): Promise<JsonWebKey & { kty: string; use: string; alg: string }> {
  const { key_ops: _ops, ext: _ext, ...jwk } = await crypto.subtle.exportKey('jwk', key)
  return { ...jwk, kty: 'RSA', use: 'sig', alg: 'RS256' }
}
