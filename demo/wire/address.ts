import ipaddr from 'ipaddr.js'

const known = new Map<string, Uint8Array>()

/** The 4 or 16 bytes of an address; remembered, because a month names few addresses many times. */
export function addressBytes(text: string): Uint8Array {
  const cached = known.get(text)
  if (cached) return cached
  if (known.size > 100_000) known.clear()
  const bytes = Uint8Array.from(ipaddr.parse(text).toByteArray())
  known.set(text, bytes)
  return bytes
}

/** The unsigned 32-bit number of an IPv4 address; of an IPv6 one, its last four bytes. */
export function addressNumber(text: string): number {
  const bytes = addressBytes(text)
  return new DataView(bytes.buffer, bytes.length - 4).getUint32(0)
}
