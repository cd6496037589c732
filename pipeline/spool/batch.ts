import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Session } from '#model/session.ts'
import { encodeFrame } from './frame.ts'
import { FrameGatherer } from './gather.ts'
import { type EncodedSessions, sessionCount } from './session-codec.ts'
import type { CommitRecord } from './segment.ts'
import { commitFrame, writeAll, type Writer } from './writer.ts'

/** Gathers one batch. Until its commit frame is durable nobody sees any of it. */
export class BatchBuffer {
  readonly #stagingPath: string
  readonly #memoryBytes: number
  readonly #gatherer = new FrameGatherer((encoded) => this.#keep(encoded))
  #frames: Buffer[] = []
  #bytes = 0
  #staged: FileHandle | null = null
  #stagedBytes = 0
  readonly #again: boolean
  readonly #days: Record<string, number> = {}
  sessions = 0

  /**
   * `memoryBytes`: encoded bytes it may hold; from there on they go to a file at `stagingPath`. `again`: some of its sessions
   * may be stored.
   */
  constructor(stagingPath: string, memoryBytes: number, again: boolean) {
    this.#stagingPath = stagingPath
    this.#memoryBytes = memoryBytes
    this.#again = again
  }

  /** Bytes in the staging file. */
  get stagedBytes(): number {
    return this.#stagedBytes
  }

  add(sessions: readonly Session[]): Promise<void> {
    return this.#gatherer.add(sessions)
  }

  /** Takes sessions in that were encoded elsewhere, after those added before. */
  async addEncoded(encoded: EncodedSessions): Promise<void> {
    await this.#gatherer.close()
    await this.#keep(encoded)
  }

  async #keep({ body, days }: EncodedSessions): Promise<void> {
    this.sessions += sessionCount(body)
    for (const [day, count] of Object.entries(days)) this.#days[day] = (this.#days[day] ?? 0) + count
    const frame = encodeFrame(this.#again ? 'again' : 'sessions', body)
    this.#frames.push(frame)
    this.#bytes += frame.length
    if (this.#bytes >= this.#memoryBytes) await this.#spill()
  }

  async #spill(): Promise<void> {
    this.#staged ??= await open(this.#stagingPath, 'wx', 0o600)
    const bytes = Buffer.concat(this.#frames)
    this.#frames = []
    this.#bytes = 0
    await writeAll(this.#staged, bytes, this.#stagedBytes)
    this.#stagedBytes += bytes.length
  }

  /** Hands everything to the writer; resolves when it is durable. */
  async commit(writer: Writer, about: Omit<CommitRecord, 'dataBytes' | 'sessions' | 'days'>): Promise<void> {
    await this.#gatherer.close()
    const whole = { ...about, sessions: this.sessions, days: this.#days }
    if (!this.#staged) {
      await writer.append(this.#frames, { ...whole, dataBytes: this.#bytes })
      return
    }
    await this.#spill()
    const record = { ...whole, dataBytes: this.#stagedBytes }
    const last = commitFrame(record)
    await writeAll(this.#staged, last, this.#stagedBytes)
    await this.#staged.datasync()
    await writer.adopt(this.#stagingPath, this.#stagedBytes + last.length, record)
  }

  /** Frees what it holds; a staging file that was not adopted goes away. */
  async discard(): Promise<void> {
    const staged = this.#staged
    this.#staged = null
    this.#frames = []
    this.#stagedBytes = 0
    if (!staged) return
    await staged.close()
    await rm(this.#stagingPath, { force: true })
  }
}
