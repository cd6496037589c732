/** Bytes of the start of a stream needed to judge it. */
export const sslv2HeaderBytes = 11

/**
 * Version offered by an SSLv2 or SSLv2-compatible CLIENT-HELLO at the start of a stream (RFC 5246 §E.2), else null:
 * length with the top bit set, type 1, version, cipher specs in threes, no or a 16-byte session id, challenge 16 to 32.
 */
export function sslv2Version(start: Uint8Array): number | null {
  if (start.length < sslv2HeaderBytes || !(start[0]! & 0x80) || start[2] !== 1) return null
  const u16 = (at: number): number => (start[at]! << 8) | start[at + 1]!
  const version = u16(3)
  const [ciphers, session, challenge] = [u16(5), u16(7), u16(9)]
  const known = version === 0x0002 || (version >= 0x0300 && version <= 0x0303)
  const fits =
    ciphers > 0 &&
    ciphers % 3 === 0 &&
    (session === 0 || session === 16) &&
    challenge >= 16 &&
    challenge <= 32
  return known && fits && (u16(0) & 0x7fff) === 9 + ciphers + session + challenge ? version : null
}
