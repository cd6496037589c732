import { Duplex } from 'node:stream'

/** What a library that speaks TLS or SSH holds instead of a socket, so that all that is on the wire is seen on its way. */
export class Wire extends Duplex {
  readonly #write: (bytes: Buffer, done: () => void) => void
  readonly #resume: () => void
  readonly #over: () => void

  #unsaid: number

  /** @param unsaid bytes at the beginning of what is written that were said before and are not said again */
  constructor(
    write: (bytes: Buffer, done: () => void) => void,
    resume: () => void,
    over: () => void,
    unsaid = 0,
  ) {
    super({ allowHalfOpen: true, highWaterMark: 16_384, emitClose: true })
    this.#write = write
    this.#resume = resume
    this.#over = over
    this.#unsaid = unsaid
  }

  override _read(): void {
    this.#resume()
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    const rest = this.#unsaid === 0 ? bytes : bytes.subarray(this.#unsaid)
    this.#unsaid -= bytes.length - rest.length
    if (rest.length === 0) done()
    else this.#write(rest, done)
  }

  override _final(done: () => void): void {
    this.#over()
    done()
  }

  override _destroy(_error: Error | null, done: (error: null) => void): void {
    this.#over()
    done(null)
  }
}
