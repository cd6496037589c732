import { createHash } from 'node:crypto'

/** The content security policy of a page: scripts run that one of `allowed` names, and what those load. */
export const policyOf = (allowed: readonly string[]): string =>
  [
    "default-src 'self'",
    `script-src ${allowed.map((one) => `'${one}'`).join(' ')} 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * A page that was rendered with a nonce nobody else knows, without it: its policy names the very scripts it holds instead, so that
 * the same bytes may be sent again, and a browser that keeps them keeps a policy that fits no other page. null where the nonce
 * stands elsewhere than on our own elements.
 */
export function sealed(html: string, nonce: string): { html: string; policy: string } | null {
  const mark = ` nonce="${nonce}"`
  const ours = html.replaceAll(mark, '')
  if (ours.includes(nonce)) return null
  const hashes: string[] = []
  // Only what carries the nonce is a script of ours; one with an address would need more than a hash of what it holds.
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(mark)) continue
    if (/\ssrc=/.test(attributes)) return null
    hashes.push(`sha256-${createHash('sha256').update(text).digest('base64')}`)
  }
  return { html: ours, policy: policyOf([...new Set(hashes)]) }
}
