import { hash } from 'node:crypto'
import type { CaptchaShown } from '#model/captcha.ts'
import { besides, type Cut, placesOf } from './cut.ts'

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
 * @param forgotten another text that is left out, of the one request the page was made for
 */
export function sealed(
  page: Buffer,
  { nonce, forgotten }: { nonce: string; forgotten: string },
  policyOf: Policy,
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
