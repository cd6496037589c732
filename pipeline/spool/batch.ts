import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Session } from '#model/session.ts'
import { encodeFrame } from './frame.ts'
import { encodeSessions, sessionLine } from './session-codec.ts'
import type { CommitRecord } from './segment.ts'
import { commitFrame, writeAll, type Writer } from './writer.ts'

const frameSessions = 1000
const frameChars = 1 << 20
/** Gathers one batch. Until its commit frame is durable nobody sees any of it. */
export class BatchBuffer {
  readonly #stagingPath: string
  readonly #memoryBytes: number
  #lines: string[] = []
  #chars = 0
  #frames: Buffer[] = []
  #bytes = 0
  #staged: FileHandle | null = null
  #stagedBytes = 0
  sessions = 0

  /** `memoryBytes`: encoded bytes it may hold; from there on they go to a file at `stagingPath`. */
  constructor(stagingPath: string, memoryBytes: number) {
    this.#stagingPath = stagingPath
    this.#memoryBytes = memoryBytes
  }

  /** Bytes standing in the staging file. */
  get stagedBytes(): number {
    return this.#stagedBytes
  }

  async add(sessions: readonly Session[]): Promise<void> {
    for (const session of sessions) {
      const line = sessionLine(session)
      this.#lines.push(line)
      this.#chars += line.length
      this.sessions++
      if (this.#lines.length >= frameSessions || this.#chars >= frameChars) await this.#closeFrame()
    }
  }

  async #closeFrame(): Promise<void> {
    if (this.#lines.length === 0) return
    const lines = this.#lines
    this.#lines = []
    this.#chars = 0
    const frame = encodeFrame('sessions', await encodeSessions(lines))
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
  async commit(writer: Writer, about: Omit<CommitRecord, 'dataBytes' | 'sessions'>): Promise<void> {
    await this.#closeFrame()
    if (!this.#staged) {
      await writer.append(this.#frames, { ...about, dataBytes: this.#bytes, sessions: this.sessions })
      return
    }
    await this.#spill()
    const record = { ...about, dataBytes: this.#stagedBytes, sessions: this.sessions }
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
    this.#lines = []
    this.#stagedBytes = 0
    if (!staged) return
    await staged.close()
    await rm(this.#stagingPath, { force: true })
  }
}
