import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { eventLimits } from '#model/sensor/event.ts'
import type { SensorLimits } from '#model/sensor/protocol.ts'
import type { Connections } from './connections.ts'
import type { FlowEnds } from '../interface.ts'
import type { LossReason } from '../losses.ts'
import type { Emulation, Talk } from '../protocols/emulation.ts'
import { Reading } from '../reading.ts'
import { type Setting, Teller } from '../teller.ts'
import { Wire } from './wire.ts'

/** What conversations through one TCP port share. */
export interface Place extends Setting {
  readonly connections: Connections
  readonly emulation: Emulation
  readonly limits: SensorLimits
  secureContext(): SecureContext
}

/** Clear bytes are told once answered, or when there are so many. */
const clearAtOnce = 4096

/** One TCP connection: reads, lets the emulation answer, writes; ends when its limits are reached. */
export class Conversation extends Teller implements Talk {
  readonly place: Place
  readonly openedAt: number
  lastAt: number
  isOver = false
  readonly #socket: Socket
  #reading: Reading | null = null
  #wire: Wire | null = null
  #secure: TLSSocket | null = null
  #outgoing: Uint8Array[] | null = null
  #turnBytes = 0
  #clear: Buffer[] | null = null
  #clearBytes = 0
  #bytes = 0
  #isClosed = false
  #hasHeardAll = false

  constructor(place: Place, flow: FlowEnds, socket: Socket) {
    super(place, flow)
    this.place = place
    this.#socket = socket
    this.openedAt = this.now()
    this.lastAt = this.openedAt
  }

  begin(): void {
    this.place.sink.opened(this.flow, this.openedAt)
    // The client begins TLS (RFC 8446 §2): who holds a connection and says nothing costs no session.
    if (!this.#isSecureFromTheFirst) this.#gather(() => this.#greet())
  }

  get #isSecureFromTheFirst(): boolean {
    const { emulation, port } = this.place
    return emulation.isSecure === true || port.tls === true
  }

  /** What came over the wire. */
  hear(bytes: Buffer): void {
    this.lastAt = this.now()
    this.place.sink.read(this.flow, this.lastAt, bytes)
    if (!this.#count(bytes.length) || (this.isOver && this.#wire === null)) return
    if (this.#wire === null && this.#isSecureFromTheFirst) this.#gather(() => this.#secureNow())
    else if (this.#wire === null && this.place.emulation.attached !== undefined) this.#attach()
    if (this.#wire !== null) {
      if (!this.#wire.push(bytes)) this.#socket.pause()
    } else this.#understand(bytes)
  }

  /** The other side says no more. */
  heardAll(): void {
    if (this.#wire !== null) this.#wire.push(null)
    else this.#finishOnceAnswered()
  }

  /** What was written has left: there is room for more answers. */
  drained(): void {
    if (this.#reading === null || this.#isClosed) return
    this.#gather(() => {
      if (!this.#reading!.continue()) this.cut('message-too-long')
    })
    if (this.mustWait) return
    if (this.#hasHeardAll) this.#finish()
    else this.#stream.resume()
  }

  closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.isOver = true
    this.#tellClear()
    this.#secure?.destroy()
    this.#wire?.destroy()
    this.place.sink.closed(this.flow, this.now())
  }

  cut(reason: LossReason): void {
    this.place.losses.count(reason)
    this.destroy()
  }

  destroy(): void {
    this.isOver = true
    this.#socket.destroy()
    // At once, so that what waits for room there does not take the end for it.
    this.#wire?.destroy()
  }

  /** Of one turn no more is gathered than the stream holds, and a message's answer. */
  get mustWait(): boolean {
    return this.#isFull || this.#turnBytes >= this.#stream.writableHighWaterMark
  }

  get #isFull(): boolean {
    return this.#socket.writableNeedDrain || this.#stream.writableNeedDrain
  }

  /** What emulations talk through. */
  get #stream(): Socket {
    return this.#secure ?? this.#socket
  }

  reply(bytes: Uint8Array | string): void {
    if (this.isOver) return
    const sent = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    if (sent.length === 0) return
    if (this.#outgoing === null) return this.#send(sent)
    this.#outgoing.push(sent)
    this.#turnBytes += sent.length
  }

  end(): void {
    this.#flush()
    this.isOver = true
    this.#finish()
  }

  startTls(): void {
    this.#flush()
    this.#secureNow()
  }

  #greet(): void {
    const { stream, attached } = this.place.emulation
    if (attached !== undefined) this.#write(Buffer.from(attached.greeting(this)))
    else if (stream !== undefined) this.#reading = new Reading(stream, this)
  }

  #understand(bytes: Buffer): void {
    if (this.#reading === null) return
    if (this.#secure !== null) this.#keepClear(bytes)
    this.#gather(() => {
      if (!this.#reading!.read(bytes)) this.cut('message-too-long')
    })
    if (this.mustWait) this.#stream.pause()
  }

  /** Answers of one turn leave together. */
  #gather(turn: () => void): void {
    this.#outgoing = []
    this.#turnBytes = 0
    try {
      turn()
    } catch {
      this.cut('emulation-failed')
    }
    this.#flush()
    this.#outgoing = null
    // Of what the system took at once nobody will say that it has left.
    if (this.mustWait && !this.#isFull) setImmediate(() => this.drained())
  }

  #flush(): void {
    const all = this.#outgoing
    if (all === null || all.length === 0) return
    this.#outgoing = []
    this.#tellClear()
    this.#send(all.length === 1 ? all[0]! : Buffer.concat(all))
  }

  #send(bytes: Uint8Array): void {
    if (this.#secure !== null) this.#secure.write(bytes)
    else this.#write(bytes)
  }

  #write(bytes: Uint8Array, done?: () => void): void {
    if (this.#socket.writable && !this.#isClosed && this.#count(bytes.length)) {
      this.place.sink.wrote(this.flow, this.now(), bytes)
      this.#socket.write(bytes, done)
    } else done?.()
  }

  /** An end is heard even while nothing else is, and questions before it may still wait for their answers. */
  #finishOnceAnswered(): void {
    this.#hasHeardAll = true
    if (!this.mustWait) this.#finish()
  }

  #finish(): void {
    if (this.#secure !== null) this.#secure.end()
    else if (this.#socket.writable) this.#socket.end()
  }

  #count(bytes: number): boolean {
    this.#bytes += bytes
    if (this.#bytes <= this.place.limits.bytesPerConnection) return true
    this.cut('connection-bytes')
    return false
  }

  #openWire(unsaid = 0): Wire {
    this.#wire = new Wire(
      (bytes, done) => {
        // A library writes record by record: what it says in one turn leaves together.
        if (this.#socket.writableCorked === 0) {
          this.#socket.cork()
          queueMicrotask(() => this.#socket.uncork())
        }
        this.#write(bytes, done)
      },
      () => this.#socket.resume(),
      () => this.#socket.end(),
      unsaid,
    )
    this.#wire.on('error', () => this.destroy())
    return this.#wire
  }

  #attach(): void {
    try {
      const attached = this.place.emulation.attached!
      attached.attach(this.#openWire(Buffer.byteLength(attached.greeting(this))), this)
    } catch {
      this.cut('emulation-failed')
    }
  }

  #secureNow(): void {
    const secure = new TLSSocket(this.#openWire(), {
      isServer: true,
      secureContext: this.place.secureContext(),
      // Scanners and worms speak what they know; nothing secret passes here.
      ALPNProtocols: ['http/1.1'],
    })
    this.#secure = secure
    secure.on('error', () => this.destroy())
    secure.on('data', (bytes: Buffer) => this.#understand(bytes))
    secure.on('end', () => this.#finishOnceAnswered())
    secure.on('drain', () => this.drained())
    if (this.#reading === null) this.#greet()
  }

  #keepClear(bytes: Buffer): void {
    const kept = bytes.subarray(0, eventLimits.clearBytes - this.#clearBytes)
    if (kept.length === 0) return
    this.#clearBytes += kept.length
    this.#clear ??= []
    this.#clear.push(kept)
    if (this.#clear.reduce((sum, { length }) => sum + length, 0) >= clearAtOnce) this.#tellClear()
  }

  #tellClear(): void {
    if (this.#clear === null) return
    const bytes = Buffer.concat(this.#clear).toString('base64')
    this.#clear = null
    this.tell({ kind: 'clear', at: this.now(), protocol: this.protocol, bytes })
  }
}
