import { decoyInterface } from '#model/sensor/event.ts'
import { optionsIn } from './options.ts'
import { u16, u32 } from './window.ts'

/** What a pcapng Interface Description Block says about the packets that name it. */
export interface Interface {
  linkType: number
  /** 0: no limit. */
  snapLength: number
  ticksPerSecond: number
  offsetSeconds: number
  /** A sensor's decoys wrote its packets. */
  isOfDecoy: boolean
}

/** Option codes of the block (draft-ietf-opsawg-pcapng §4.2). */
const interfaceName = 2
const timestampResolution = 9
const timestampOffset = 14

/** Reads the block's body `bytes[at..end)`; null when it is too short to be one. */
export function interfaceOf(bytes: Uint8Array, at: number, end: number, little: boolean): Interface | null {
  if (end - at < 8) return null
  const made: Interface = {
    linkType: u16(bytes, at, little),
    snapLength: u32(bytes, at + 4, little),
    ticksPerSecond: 1e6,
    offsetSeconds: 0,
    isOfDecoy: false,
  }
  for (const { code, value, length } of optionsIn(bytes, at + 8, end, little)) {
    if (code === interfaceName)
      made.isOfDecoy =
        Buffer.from(bytes.subarray(value, value + length)).toString('latin1') === decoyInterface
    if (code === timestampResolution && length >= 1) made.ticksPerSecond = ticks(bytes[value]!)
    if (code === timestampOffset && length >= 8) made.offsetSeconds = signed64(bytes, value, little)
  }
  return made
}

/** The high bit chooses between powers of two and of ten. */
const ticks = (resolution: number): number =>
  resolution & 0x80 ? 2 ** (resolution & 0x7f) : 10 ** resolution

function signed64(bytes: Uint8Array, at: number, little: boolean): number {
  const high = u32(bytes, little ? at + 4 : at, little) | 0
  return high * 0x1_0000_0000 + u32(bytes, little ? at : at + 4, little)
}
