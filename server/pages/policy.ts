import { hash } from 'node:crypto'
import type { CaptchaShown } from '#model/captcha.ts'

/** The content security policy of a page: scripts run that one of `allowed` names, and what those load. */
export type Policy = (allowed: readonly string[]) => string

/** With a bot check its worker may run; that of a provider asks, and shows frames, at the provider's. */
export function openPolicy(captcha: CaptchaShown | null): Policy {
  const elsewhere = captcha?.script ? ` ${new URL(captcha.script).origin}` : ''
  const others = [
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${elsewhere}`,
    ...(elsewhere ? [`frame-src${elsewhere}`] : []),
    ...(captcha ? ["worker-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return (allowed) =>
    `default-src 'self'; script-src ${allowed.map((one) => `'${one}'`).join(' ')} 'strict-dynamic'; ${others}`
}

/**
 * A page that was rendered with a nonce nobody else knows, without it: its policy names the very scripts it holds instead, so that
 * the same bytes may be sent again, and a browser that keeps them keeps a policy that fits no other page. null where the nonce
 * stands elsewhere than on our own elements.
 */
export function sealed(
  html: string,
  nonce: string,
  policyOf: Policy,
): { html: string; policy: string } | null {
  const mark = ` nonce="${nonce}"`
  const ours = html.replaceAll(mark, '')
  if (ours.includes(nonce)) return null
  const hashes = new Set<string>()
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const begin = html.indexOf('>', at)
    const end = html.indexOf('</script>', begin)
    if (begin < 0 || end < 0) break
    const attributes = html.slice(at, begin)
    at = end
    // Only what carries the nonce is a script of ours; one with an address would need more than a hash of what it holds.
    if (!attributes.includes(mark)) continue
    if (/\ssrc=/.test(attributes)) return null
    hashes.add(`sha256-${hash('sha256', html.slice(begin + 1, end), 'base64')}`)
  }
  return { html: ours, policy: policyOf([...hashes]) }
}
