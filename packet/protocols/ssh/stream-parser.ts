import { limits } from '#packet/limits.ts'
import { copyFrom, joined, noBytes } from '../bytes.ts'
import { latin1 } from '../latin1.ts'

/** An identification begins with it. */
const mark = 'SSH-'

const kexInitMessage = 20
const newKeysMessage = 21

/**
 * One direction of an SSH connection up to NEWKEYS: the identification line (RFC 4253 §4.2; a server may send other
 * lines before it), then unencrypted binary packets (§6). Gives up silently on anything else.
 */
export class SshStreamParser {
  /** Identification line without its end, "" until seen. */
  banner = ''
  /** Payload of the first KEXINIT. */
  kexInit: Uint8Array | null = null
  /** Base64 of the host key in the first key exchange reply. */
  hostKey = ''
  /** This end began the key exchange, as clients do: KEXDH_INIT, or a request for a group (RFC 4253 §8, RFC 4419 §3). */
  begins = false
  #state: 'banner' | 'packets' | 'off' = 'banner'
  #line = ''
  /** The line under way is no identification. */
  #isOther = false
  #preamble = 0
  #pending = noBytes

  get alive(): boolean {
    return this.#state !== 'off'
  }

  get bufferedBytes(): number {
    const texts = this.#line.length + this.banner.length + this.hostKey.length
    return texts + this.#pending.length + (this.kexInit?.length ?? 0)
  }

  push(bytes: Uint8Array): void {
    let rest = bytes
    while (this.#state === 'banner' && rest.length > 0) rest = this.#readLine(rest)
    if (this.#state === 'packets' && rest.length > 0) this.#readPackets(rest)
  }

  /** A lost segment: packet borders are unknown from here on. */
  gap(): void {
    this.#stop()
  }

  #stop(): void {
    this.#state = 'off'
    this.#pending = noBytes
    this.#line = ''
  }

  /** Takes bytes up to the end of a line at most; returns those left. */
  #readLine(bytes: Uint8Array): Uint8Array {
    const allowed = Math.min(bytes.length, limits.sshPreamble - this.#preamble)
    const found = bytes.indexOf(0x0a)
    const newline = found < allowed ? found : -1
    const taken = newline < 0 ? allowed : newline + 1
    this.#addToLine(bytes, newline < 0 ? allowed : newline)
    this.#preamble += taken
    const rest = taken === bytes.length ? noBytes : bytes.subarray(taken)
    if (newline >= 0) {
      const text = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line
      this.#line = ''
      this.#isOther = false
      if (text.startsWith(mark)) {
        this.banner = text
        this.#state = 'packets'
        return rest
      }
    }
    if (this.#preamble >= limits.sshPreamble) this.#stop()
    return rest
  }

  /** Of lines that are no identification nothing is kept: every stream is read here until it proves to be of another protocol. */
  #addToLine(bytes: Uint8Array, end: number): void {
    const { length } = this.#line
    for (let at = 0; at < end && length + at < mark.length && !this.#isOther; at++)
      this.#isOther = bytes[at] !== mark.charCodeAt(length + at)
    if (this.#isOther) this.#line = ''
    else this.#line += latin1(bytes, 0, end)
  }

  /** The identification line was cut off by the end of the stream. */
  finish(): void {
    if (this.#state === 'banner' && /^SSH-\d/.test(this.#line)) this.banner = this.#line.trimEnd()
    this.#stop()
  }

  #readPackets(bytes: Uint8Array): void {
    const data = joined(this.#pending, bytes)
    let at = 0
    while (this.#state === 'packets' && data.length - at >= 4) {
      const length = new DataView(data.buffer, data.byteOffset + at, 4).getUint32(0)
      // RFC 4253 §6.1 asks for 35,000; anything larger is not an unencrypted SSH-2 packet.
      if (length < 2 || length > limits.sshPacket) return this.#stop()
      if (data.length - at < 4 + length) break
      const padding = data[at + 4]!
      this.#message(data.subarray(at + 5, at + 4 + length - padding))
      at += 4 + length
    }
    if (this.#state === 'packets') this.#pending = copyFrom(data, at)
  }

  #message(payload: Uint8Array): void {
    const type = payload[0]
    if (type === kexInitMessage) this.kexInit ??= payload.slice()
    else if (type === newKeysMessage) this.#stop()
    else if (type === 30 || type === 34) this.begins = true
    // 31 and 33 are the replies of DH, ECDH and group exchange (RFC 4253 §8, RFC 5656 §7.1, RFC 4419 §5).
    else if ((type === 31 || type === 33) && this.hostKey === '') this.hostKey = hostKeyOf(payload)
  }
}

/** The reply's first string when it is a key blob: it names its algorithm first (RFC 4253 §6.6). */
function hostKeyOf(payload: Uint8Array): string {
  if (payload.length < 13) return ''
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const length = view.getUint32(1)
  const nameLength = view.getUint32(5)
  if (length > payload.length - 5 || nameLength > 64 || nameLength + 4 > length) return ''
  if (!/^[a-z][a-z0-9@.-]*$/.test(latin1(payload.subarray(9, 9 + nameLength)))) return ''
  return Buffer.from(payload.subarray(5, 5 + length)).toString('base64')
}
