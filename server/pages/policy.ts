import { hash } from 'node:crypto'
import type { Consent } from '#app/settings/consent.ts'
import type { CaptchaShown } from '#model/captcha.ts'
import { reachedBy, type ThirdParties } from '#model/third-parties.ts'
import { besides, type Cut, placesOf } from './cut.ts'

/** The content security policy of a page: scripts run that one of `allowed` names, and what those load. */
export type Policy = (allowed: readonly string[], consent: Consent | null) => string

/**
 * With a bot check its worker may run; that of a provider asks, and shows frames, at the provider's. Scripts of others that follow readers
 * reach their own only on pages of whoever allowed it.
 */
export function openPolicy(captcha: CaptchaShown | null, parties: ThirdParties): Policy {
  const [asking, following] = [false, true].map((isAllowed) =>
    besideScripts(captcha, reachedBy(parties, { isAllowed })),
  )
  return (allowed, consent) =>
    `default-src 'self'; script-src ${allowed.map((one) => `'${one}'`).join(' ')} 'strict-dynamic'; ${consent === 'allow' ? following : asking}`
}

function besideScripts(captcha: CaptchaShown | null, origins: readonly string[]): string {
  const judge = captcha?.script ? ` ${new URL(captcha.script).origin}` : ''
  const others = origins.map((origin) => ` ${origin}`).join('')
  return [
    "style-src 'self'",
    `img-src 'self' data:${others}`,
    "font-src 'self'",
    `connect-src 'self'${judge}${others}`,
    ...(judge ? [`frame-src${judge}`] : []),
    ...(captcha ? ["worker-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * A page that was rendered with a nonce nobody else knows, without it: its policy names the very scripts it holds instead, so that
 * the same bytes may be sent again, and a browser that keeps them keeps a policy that fits no other page. null where the nonce
 * stands elsewhere than on our own elements.
 * @param forgotten another text that is left out, of the one request the page was made for
 */
export function sealed(
  page: Buffer,
  { nonce, forgotten }: { nonce: string; forgotten: string },
  policyOf: (allowed: readonly string[]) => string,
): { body: Buffer<ArrayBuffer>; policy: string } | null {
  const [before, after] = [' nonce="', '"']
  const marks: Cut[] = []
  for (const place of placesOf(page, nonce)) {
    const mark = { from: place - before.length, to: place + nonce.length + after.length }
    if (page.toString('latin1', mark.from, mark.to) !== `${before}${nonce}${after}`) return null
    marks.push(mark)
  }
  const others = placesOf(page, forgotten).map((from) => ({ from, to: from + forgotten.length }))
  const cuts = [...marks, ...others].sort((a, b) => a.from - b.from)
  const hashes = new Set<string>()
  for (const { from } of marks) {
    const begin = page.lastIndexOf('<', from)
    const close = page.indexOf('>', from)
    const tag = page.toString('latin1', begin, close)
    // Only what carries the nonce is a script of ours; one with an address would need more than a hash of what it holds.
    if (!tag.startsWith('<script ')) continue
    if (/\ssrc=/.test(tag)) return null
    const script = besides(page, cuts, close + 1, page.indexOf('</script>', close))
    hashes.add(`sha256-${hash('sha256', Buffer.concat(script), 'base64')}`)
  }
  return { body: Buffer.concat(besides(page, cuts)), policy: policyOf([...hashes]) }
}
