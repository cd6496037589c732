/** Address text to its 4 or 16 bytes. Takes canonical texts of our own making; throws on anything else. */
export function addressBytes(text: string): Uint8Array {
  return text.includes(':') ? ipv6Bytes(text) : ipv4Bytes(text)
}

function ipv4Bytes(text: string): Uint8Array {
  const octets = text.split('.').map(Number)
  if (octets.length !== 4 || octets.some((octet) => !Number.isInteger(octet) || octet < 0 || octet > 255)) {
    throw new RangeError(`not an IPv4 address: ${text}`)
  }
  return Uint8Array.from(octets)
}

function ipv6Bytes(text: string): Uint8Array {
  const [head = '', tail] = text.split('::')
  const left = groups(head)
  const right = tail === undefined ? [] : groups(tail)
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 0) throw new RangeError(`not an IPv6 address: ${text}`)
  const bytes = new Uint8Array(16)
  const all = [...left, ...Array.from({ length: missing }, () => 0), ...right]
  all.forEach((group, i) => {
    bytes[i * 2] = group >>> 8
    bytes[i * 2 + 1] = group & 255
  })
  return bytes
}

function groups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a, b, c, d] = ipv4Bytes(part)
    return [(a! << 8) | b!, (c! << 8) | d!]
  })
}
