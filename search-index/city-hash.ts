/**
 * CityHash64 of the version the engine has (1.0.2, https://github.com/google/cityhash), for texts few enough that
 * arithmetic of any length is fast enough: codes say which of the values with the last count are shown (ips/codes.ts).
 */
const mask = (1n << 64n) - 1n
const k0 = 0xc3a5c85c97cb3127n
const k1 = 0xb492b66fbe98f273n
const k2 = 0x9ae16a3b2f90404fn
const k3 = 0xc949d7c7509e6557n
const kMul = 0x9ddfea08eb382d69n

const u64 = (value: bigint): bigint => value & mask
const rotate = (value: bigint, by: bigint): bigint => u64((value >> by) | (value << (64n - by)))
const mix = (value: bigint): bigint => value ^ (value >> 47n)

function of128(low: bigint, high: bigint): bigint {
  const a = mix(u64((low ^ high) * kMul))
  return u64(mix(u64((high ^ a) * kMul)) * kMul)
}

type Fetch = (at: number) => bigint

function upTo16(bytes: Buffer, fetch: Fetch): bigint {
  const { length } = bytes
  const long = BigInt(length)
  if (length > 8) {
    const [a, b] = [fetch(0), fetch(length - 8)]
    return of128(a, rotate(u64(b + long), long)) ^ b
  }
  if (length >= 4) {
    const [a, b] = [BigInt(bytes.readUInt32LE(0)), BigInt(bytes.readUInt32LE(length - 4))]
    return of128(u64(long + (a << 3n)), b)
  }
  if (length === 0) return k2
  const [a, b, c] = [bytes.readUInt8(0), bytes.readUInt8(length >> 1), bytes.readUInt8(length - 1)]
  const [y, z] = [BigInt(a + (b << 8)), BigInt(length + (c << 2))]
  return u64(mix(u64(y * k2) ^ u64(z * k3)) * k2)
}

function upTo32(length: number, fetch: Fetch): bigint {
  const a = u64(fetch(0) * k1)
  const b = fetch(8)
  const c = u64(fetch(length - 8) * k2)
  const d = u64(fetch(length - 16) * k0)
  return of128(
    u64(rotate(u64(a - b), 43n) + rotate(c, 30n) + d),
    u64(a + rotate(b ^ k3, 20n) - c + BigInt(length)),
  )
}

/** Half of the hash of up to 64 bytes: from a first sum, then two pairs of eight bytes. */
function half(start: bigint, z: bigint, fetch: Fetch, at: number): [bigint, bigint] {
  const b = rotate(u64(start + z), 52n)
  let a = start
  let c = rotate(a, 37n)
  a = u64(a + fetch(at))
  c = u64(c + rotate(a, 7n))
  a = u64(a + fetch(at + 8))
  return [u64(a + z), u64(b + rotate(a, 31n) + c)]
}

function upTo64(length: number, fetch: Fetch): bigint {
  const start = u64(fetch(0) + (BigInt(length) + fetch(length - 16)) * k0)
  const [vf, vs] = half(start, fetch(24), fetch, 8)
  const [wf, ws] = half(u64(fetch(16) + fetch(length - 32)), fetch(length - 8), fetch, length - 24)
  const r = mix(u64((vf + ws) * k2 + (wf + vs) * k0))
  return u64(mix(u64(r * k0 + vs)) * k2)
}

function weak32(fetch: Fetch, at: number, seedA: bigint, seedB: bigint): [bigint, bigint] {
  const [w, x, y, z] = [fetch(at), fetch(at + 8), fetch(at + 16), fetch(at + 24)]
  let a = u64(seedA + w)
  const c = a
  let b = rotate(u64(seedB + a + z), 21n)
  a = u64(a + x + y)
  b = u64(b + rotate(a, 44n))
  return [u64(a + z), u64(b + c)]
}

function beyond64(length: number, fetch: Fetch): bigint {
  let x = fetch(0)
  let y = fetch(length - 16) ^ k1
  let z = fetch(length - 56) ^ k0
  let v = weak32(fetch, length - 64, BigInt(length), y)
  let w = weak32(fetch, length - 32, u64(BigInt(length) * k1), k0)
  z = u64(z + mix(v[1]) * k1)
  x = u64(rotate(u64(z + x), 39n) * k1)
  y = u64(rotate(y, 33n) * k1)
  for (let at = 0; at < ((length - 1) & ~63); at += 64) {
    x = u64(rotate(u64(x + y + v[0] + fetch(at + 16)), 37n) * k1)
    y = u64(rotate(u64(y + v[1] + fetch(at + 48)), 42n) * k1)
    x ^= w[1]
    y ^= v[0]
    z = rotate(z ^ w[0], 33n)
    v = weak32(fetch, at, u64(v[1] * k1), u64(x + w[0]))
    w = weak32(fetch, at + 32, u64(z + w[1]), y)
    ;[x, z] = [z, x]
  }
  return of128(u64(of128(v[0], w[0]) + mix(y) * k1 + z), u64(of128(v[1], w[1]) + x))
}

export function cityHash64(text: string): bigint {
  const bytes = Buffer.from(text)
  const fetch: Fetch = (at) => bytes.readBigUInt64LE(at)
  if (bytes.length <= 16) return upTo16(bytes, fetch)
  if (bytes.length <= 32) return upTo32(bytes.length, fetch)
  if (bytes.length <= 64) return upTo64(bytes.length, fetch)
  return beyond64(bytes.length, fetch)
}
