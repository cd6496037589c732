import type { Duplex } from 'node:stream'
import type { DecoyKeys } from '../keys.ts'
import type { AcceptedCredential, DecoyOptions, DecoyProtocol } from '#model/sensor/profile.ts'

/**
 * What an emulation may do: answer, and tell what it understood. It has no socket, no file, no name to resolve and no way to reach
 * anybody but the one it talks with.
 */
export interface Talk {
  readonly protocol: DecoyProtocol
  readonly options: DecoyOptions
  readonly credentials: readonly AcceptedCredential[]
  /** What this host is known by, in SSH for example. */
  readonly keys: DecoyKeys
  now(): number
  /** Unforeseeable bytes, for challenges. */
  random(length: number): Buffer
  /** Text is sent as UTF-8. */
  reply(bytes: Uint8Array | string): void
  /** The conversation is over once what was replied has left. Nothing is taken any more. */
  end(): void
  /** What follows in both directions is inside TLS; what was replied before is not. */
  startTls(): void
  /** @returns whether this user is let in. An emulation that saw only a proof says itself which credential it proves. */
  login(user: string, password: string, accepted?: boolean): boolean
  command(text: string): void
  /** Tells of each address in a text that somebody was asked to fetch. */
  links(urls: Iterable<string>): void
}

/**
 * One protocol over a stream: a state and what is done with the next message. Where the stream was cut into packets makes no
 * difference to what is replied (laws.test.ts).
 */
export interface Machine<State = unknown> {
  /** Bytes of the longest message; who sends a longer one is hung up on. */
  readonly longest: number
  begin(talk: Talk): State
  /**
   * Looks at the next message at the start of `bytes`.
   * @returns how many bytes it was; 0 when it is not whole yet; −n when nothing can be said before there are n bytes
   */
  take(state: State, bytes: Buffer, talk: Talk): number
}

/** One protocol over datagrams. The answer is never larger than the question, so that nobody is hit by more than was sent. */
export interface Answerer {
  answer(question: Buffer, talk: Talk): Uint8Array | null
}

/** A protocol that a library speaks: it is given both directions as one stream and may take its time. */
export interface Attached {
  attach(wire: Duplex, talk: Talk): void
  /** What is said before anything was heard; the library is only started for who answers. */
  greeting(talk: Talk): string
}

export interface Emulation {
  readonly stream?: Machine
  readonly attached?: Attached
  readonly datagram?: Answerer
  /** TLS from the first byte whatever the profile says. */
  readonly isSecure?: boolean
}
