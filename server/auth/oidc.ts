import * as client from 'openid-client'
import { z } from 'zod'
import { notInLine } from '#model/line.ts'
import { Refusal, refuse } from '#model/errors.ts'
import type { Claims, WithIdentity } from '#services/sign-in/with-identity.ts'
import type { Refresh, RefreshError } from '#services/sign-in/refresh.ts'
import type { Log } from '#store/log.ts'
import { seal, unseal } from '#services/sign-in/sealed.ts'

/** A provider of sign-ins by OpenID Connect: code flow with PKCE, state and nonce. Its tokens never leave this module. */
export interface Oidc {
  /** As people know it. */
  name: string
  /** Where the browser goes, and what it holds until it is back. @throws Refusal 'busy' when the provider does not answer */
  begin(of: { redirectUri: string } & Way): Promise<{ url: string; held: string }>
  /** @throws Refusal 'unauthorized' for an answer that is not one to `held` */
  finish(of: {
    url: URL
    held: string | undefined
  }): Promise<WithIdentity & { callbackUrl: string; refresh: Refresh | null }>
  /** Whether a sign-in still stands there; null when the provider does not answer. */
  refresh(token: string): Promise<Refresh | RefreshError | null>
}

/** What is remembered of the way to the provider. */
export interface Way {
  callbackUrl: string
  hint: 'login' | 'signup'
  /** The account the identity is added to; null: sign in. */
  linkTo: string | null
  invite: string | null
}

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  name: string
  /** What is asked for; `offline_access` besides where sign-ins are to be refreshed. */
  scope: string
}

/** Seconds in which somebody signs in at the provider, and the provider answers this server. */
const wayMs = 15 * 60_000
const timeoutSeconds = 10
const purpose = 'oidc'

const heldShape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
  callbackUrl: z.string(),
  linkTo: z.string().nullable(),
  invite: z.string().nullable(),
})

const claimsShape = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(300).default(''),
  email_verified: z.unknown(),
  given_name: z.string().max(200).optional(),
  family_name: z.string().max(200).optional(),
  name: z.string().max(400).optional(),
})

export function openOidc(
  { issuer, clientId, clientSecret, name, scope }: OidcSettings,
  { secret, clock, log }: { secret: Uint8Array; clock: () => number; log: Log },
): Oidc {
  let found: Promise<client.Configuration> | null = null
  /** What the provider says of itself is read when it is first needed, and again after it could not be. */
  function configuration(): Promise<client.Configuration> {
    found ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: timeoutSeconds,
        execute: [
          // The token comes from the provider itself, and its signature is checked all the same (OpenID Connect Core 3.1.3.7, 6).
          client.enableNonRepudiationChecks,
          // Plain http is for a provider on this machine; anywhere else its keys could be anybody's.
          ...(isOnThisMachine(issuer) ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        found = null
        log.error({ err: error }, 'the provider of sign-ins does not answer')
        throw refuse('busy', 'The provider of sign-ins does not answer.')
      })
    return found
  }

  return {
    name,
    async begin({ redirectUri, callbackUrl, hint, linkTo, invite }) {
      const config = await configuration()
      const [state, nonce, verifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ]
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        ...askedOfUser(config, { scope, hint }),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      const held = { state, nonce, verifier, until: clock() + wayMs, callbackUrl, linkTo, invite }
      return { url: url.href, held: seal(secret, purpose, JSON.stringify(held)) }
    },
    async finish({ url, held }) {
      const opened = unseal(secret, purpose, held ?? '')
      const way = opened === null ? null : heldShape.parse(JSON.parse(opened))
      if (!way || way.until < clock()) throw refuse('unauthorized', 'OAuthCallback')
      const config = await configuration()
      try {
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: way.state,
          expectedNonce: way.nonce,
          pkceCodeVerifier: way.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw refuse('unauthorized', 'OAuthCallback')
        const said = { ...(await userInfo(config, tokens.access_token, claims.sub)), ...claims }
        return { ...way, claims: claimsOf(claims.iss, claimsShape.parse(said)), refresh: refreshOf(tokens) }
      } catch (error) {
        if (error instanceof Refusal) throw error
        log.warn({ err: error }, 'a sign-in by the provider failed')
        throw refuse('unauthorized', 'OAuthCallback')
      }
    },
    async refresh(token) {
      try {
        const tokens = await client.refreshTokenGrant(await configuration(), token)
        // Where it gives no other one, the same goes on.
        return refreshOf(tokens) ?? { token, expiresIn: tokens.expires_in }
      } catch (error) {
        log.warn({ err: error }, 'the provider did not refresh a sign-in')
        // RFC 6749 §5.2: a challenge comes with 401, which is for a client that is not known.
        if (error instanceof client.WWWAuthenticateChallengeError)
          return error.status === 401 ? 'TokenClientError' : null
        if (!(error instanceof client.ResponseBodyError)) return null
        // The same section: these are of this server, the others of the user.
        const isOurs = ['invalid_client', 'unauthorized_client'].includes(error.error)
        return error.status >= 500 ? null : isOurs ? 'TokenClientError' : 'TokenRefreshError'
      }
    },
  }
}

function refreshOf(tokens: { refresh_token?: string; expires_in?: number }): Refresh | null {
  const { refresh_token: token, expires_in: expiresIn } = tokens
  return token === undefined ? null : { token, expiresIn }
}

/**
 * What the provider begins with: making an account, by the standard where it says that it can (Initiating User Registration via OpenID
 * Connect 1.0 §4), and by the word that many know; others ignore it (RFC 6749 §3.1).
 */
function askedOfUser(
  config: client.Configuration,
  { scope, hint }: { scope: string; hint: Way['hint'] },
): Record<string, string> {
  const supported = config.serverMetadata()['prompt_values_supported']
  const prompts = [
    // OpenID Connect Core §11: offline access is asked of the user.
    ...(scope.split(' ').includes('offline_access') ? ['consent'] : []),
    ...(hint === 'signup' && Array.isArray(supported) && supported.includes('create') ? ['create'] : []),
  ]
  return { screen_hint: hint, ...(prompts.length > 0 && { prompt: prompts.join(' ') }) }
}

/** What the provider's own call says beside the token; nothing where it has none. */
async function userInfo(config: client.Configuration, token: string, subject: string): Promise<object> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {}
  return client.fetchUserInfo(config, token, subject)
}

function claimsOf(issuer: string, said: z.infer<typeof claimsShape>): Claims {
  const [first = '', ...rest] = (said.name ?? '').trim().split(/\s+/)
  return {
    issuer,
    subject: said.sub,
    email: said.email,
    // Other than true counts as unverified.
    emailVerified: said.email_verified === true,
    profile: {
      firstName: written(said.given_name ?? first),
      lastName: written(said.family_name ?? rest.join(' ')),
    },
  }
}

const notInNames = new RegExp(`[${notInLine}]`, 'gu')
const written = (name: string): string => name.replaceAll(notInNames, '')

const isOnThisMachine = (issuer: string): boolean =>
  /^http:$/.test(new URL(issuer).protocol) &&
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(issuer).hostname)
