import type { Random } from '#demo/random.ts'

/** Places where a record (pcap) or block (pcapng) begins, the file's header first, the end last; little endian only. */
export function seams(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isPcapng = view.getUint32(0, true) === 0x0a0d0d0a
  const places = [0]
  for (let at = isPcapng ? 0 : 24; at + 16 <= bytes.length;) {
    if (at > 0) places.push(at)
    const length = isPcapng ? view.getUint32(at + 4, true) : 16 + view.getUint32(at + 8, true)
    if (length < 12) break
    at += length
  }
  return [...places, bytes.length]
}

const awkward = [0, 1, 3, 13, 0x7f, 0xff, 0xffff, 0x10_0000, 0x7fff_ffff, 0xffff_ffff]

/** A damaged copy: one to four of bytes flipped, lengths changed, blocks removed or doubled, headers swapped with `other`. */
export function mutant(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let copy = Uint8Array.from(bytes)
  for (let round = random.int(1, 4); round > 0 && copy.length > 24; round--)
    copy = damage(copy, other, random)
  return copy
}

function damage(bytes: Uint8Array<ArrayBuffer>, other: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const places = seams(bytes)
  const block = random.int(0, places.length - 2)
  const [from = 0, to = bytes.length] = places.slice(block, block + 2)
  const view = new DataView(bytes.buffer)
  switch (random.int(0, 5)) {
    case 0:
      for (let flips = random.int(1, 16); flips > 0; flips--)
        bytes[random.int(0, bytes.length - 1)]! ^= random.int(1, 255)
      return bytes
    case 1:
      // The record's own length, in either format.
      if (from + 12 <= bytes.length)
        view.setUint32(from + random.pick([4, 8]), random.pick(awkward), random.chance(0.5))
      return bytes
    case 2:
      // A length anywhere inside: of a packet, an option, an extension, a name.
      view.setUint16(random.int(0, bytes.length - 2), random.pick(awkward) & 0xffff, random.chance(0.5))
      return bytes
    case 3:
      return joined(bytes.subarray(0, from), bytes.subarray(to))
    case 4:
      return joined(bytes.subarray(0, to), bytes.subarray(from))
    default: {
      const header = Math.min(random.pick([16, 24, 28]), other.length, bytes.length - from)
      bytes.set(other.subarray(0, header), random.chance(0.3) ? 0 : from)
      return bytes
    }
  }
}

const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.concat(parts))
