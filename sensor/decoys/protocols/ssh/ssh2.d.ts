/** What is used of ssh2's server, without its client: a decoy has no way to open a connection. */
declare module 'ssh2/lib/server.js' {
  import type { EventEmitter } from 'node:events'
  import type { Duplex } from 'node:stream'

  export interface AuthContext {
    readonly username: string
    readonly method: 'none' | 'password' | 'publickey' | 'keyboard-interactive' | 'hostbased'
    readonly password?: string
    accept(): void
    reject(methods?: readonly string[]): void
    prompt(
      questions: readonly { prompt: string; echo: boolean }[],
      answered: (answers?: string[]) => void,
    ): void
  }

  export interface Channel extends Duplex {
    readonly stderr: Duplex
    exit(code: number): void
  }

  type Accept<T> = (() => T) | undefined
  type Reject = (() => void) | undefined

  export interface Session extends EventEmitter {
    on(
      event: 'pty' | 'env' | 'window-change' | 'signal',
      heard: (accept: Accept<void>, reject: Reject) => void,
    ): this
    on(event: 'shell', heard: (accept: Accept<Channel>, reject: Reject) => void): this
    on(
      event: 'exec',
      heard: (accept: Accept<Channel>, reject: Reject, info: { command: string }) => void,
    ): this
    on(
      event: 'subsystem',
      heard: (accept: Accept<Channel>, reject: Reject, info: { name: string }) => void,
    ): this
  }

  export interface Connection extends EventEmitter {
    /** The stream it was given: the one way to tell connections apart. */
    readonly _sock: Duplex
    on(event: 'authentication', heard: (context: AuthContext) => void): this
    on(event: 'session', heard: (accept: () => Session, reject: () => void) => void): this
    on(
      event: 'tcpip',
      heard: (accept: unknown, reject: () => void, info: { destIP: string; destPort: number }) => void,
    ): this
    on(
      event: 'request',
      heard: (
        accept: unknown,
        reject: Reject,
        name: string,
        info: { bindAddr?: string; bindPort?: number },
      ) => void,
    ): this
    on(event: 'error' | 'close' | 'ready', heard: () => void): this
    end(): void
  }

  export interface Settings {
    ident: string
    hostKeys: readonly (string | Buffer)[]
    algorithms?: Readonly<Record<string, readonly string[]>>
  }

  export default class Server {
    static KEEPALIVE_CLIENT_INTERVAL: number
    constructor(settings: Settings, connected: (connection: Connection) => void)
    injectSocket(socket: Duplex): void
    on(event: 'error', heard: () => void): this
  }
}

declare module 'ssh2/lib/keygen.js' {
  const keygen: { generateKeyPairSync(type: 'ed25519'): { private: string } }
  export default keygen
}
