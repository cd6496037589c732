/**
 * The key a request carries: the `key` header of the public API's clients, a Bearer token, or Basic with the key as
 * password (what firewalls can send). Undefined when it carries none.
 */
export function credentialOf(header: (name: string) => string | undefined): string | undefined {
  const key = header('key')?.trim()
  if (key) return key
  const [scheme = '', value = ''] = (header('authorization') ?? '').trim().split(/\s+/, 2)
  if (scheme.toLowerCase() === 'bearer' && value !== '') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const decoded = Buffer.from(value, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 0 ? undefined : decoded.slice(colon + 1) || undefined
}
