import type { TimedFrame } from '#packet/build/pcap.ts'

const linkTypes = { ethernet: 1, rawIp: [12, 14, 101, 228, 229] }

function exchange(bytes: Uint8Array, one: number, other: number, length: number): void {
  const first = bytes.slice(one, one + length)
  bytes.copyWithin(one, other, other + length)
  bytes.set(first, other)
}

/** Where the IP header begins; -1 where there is none in plain sight. */
function ipAt(bytes: Uint8Array, linkType: number): number {
  if (linkTypes.rawIp.includes(linkType)) return 0
  if (linkType !== linkTypes.ethernet || bytes.length < 14) return -1
  const type = (bytes[12]! << 8) | bytes[13]!
  return type === 0x0800 || type === 0x86dd ? 14 : -1
}

/** The frame the other way round: stations, addresses and ports change places, all else stays; null for other frames. */
function swappedFrame(frame: Uint8Array, linkType: number): Uint8Array | null {
  const bytes = frame.slice()
  const at = ipAt(bytes, linkType)
  if (at < 0 || bytes.length < at + 20) return null
  const six = bytes[at]! >>> 4 === 6
  if (six && bytes.length < at + 40) return null
  const protocol = bytes[at + (six ? 6 : 9)]
  const behind = at + (six ? 40 : (bytes[at]! & 15) * 4)
  if (at === 14) exchange(bytes, 0, 6, 6)
  if (six) exchange(bytes, at + 8, at + 24, 16)
  else exchange(bytes, at + 12, at + 16, 4)
  const first = six || (((bytes[at + 6]! & 0x1f) << 8) | bytes[at + 7]!) === 0
  if (protocol !== 6 && protocol !== 17) return protocol === 1 || protocol === 58 ? bytes : null
  if (first && bytes.length >= behind + 4) exchange(bytes, behind, behind + 2, 2)
  return bytes
}

/** A capture with the ends of every packet swapped; `whole` unless frames of other kinds stayed as they are. */
export function swapped(
  frames: readonly TimedFrame[],
  linkType: number,
): { frames: TimedFrame[]; whole: boolean } {
  let whole = true
  const turned = frames.map(({ at, frame }) => {
    const other = swappedFrame(frame, linkType)
    whole &&= other !== null
    return { at, frame: other ?? frame }
  })
  return { frames: turned, whole }
}
