import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'
import { isLoopback } from '../settings/settings.ts'

/** The certificate on the other side is not the server's. */
export class WrongCertificate extends Error {}

type Made = (error: Error | null, socket?: Duplex) => void

/**
 * Connections to a server whose certificate was named when the agent was installed: not a byte is written before the other side has
 * shown exactly that one. No authority is asked, so a certificate that nobody else trusts is as good.
 */
class PinnedAgent extends HttpsAgent {
  readonly #fingerprint: string

  constructor(fingerprint: string, options: AgentOptions) {
    super(options)
    this.#fingerprint = fingerprint
  }

  override createConnection(options: ClientRequestArgs, made: Made): undefined {
    const socket = connect({
      host: options.host ?? 'localhost',
      port: Number(options.port ?? 443),
      // A name only: an address is no server name (RFC 6066 §3).
      ...(/[a-z]/i.test(options.host ?? '') && !options.host?.includes(':') && { servername: options.host! }),
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
    })
    const late = (): void => void socket.destroy(new Error('no TLS connection in time'))
    socket.setTimeout(connectMs, late)
    socket.once('error', made)
    socket.once('secureConnect', () => {
      socket.off('error', made)
      socket.setTimeout(0).off('timeout', late)
      const shown = (socket.getPeerCertificate().fingerprint256 ?? '').replaceAll(':', '').toLowerCase()
      if (shown === this.#fingerprint) return made(null, socket)
      socket.destroy()
      made(
        new WrongCertificate(
          `the certificate's SHA-256 is ${shown || 'missing'}, not ${this.#fingerprint} as named at the install`,
        ),
      )
    })
    return undefined
  }
}

const connectMs = 20_000

/** Connections stay open between calls. Without a fingerprint the system's authorities decide, whatever the environment says. */
export function agentFor(
  url: URL,
  fingerprint: string | undefined,
  maxSockets: number,
): HttpAgent | HttpsAgent {
  const options = { keepAlive: true, maxSockets, timeout: connectMs * 3 }
  if (url.protocol === 'http:') {
    if (!isLoopback(url)) throw new Error('plain http goes to this machine alone')
    return new HttpAgent(options)
  }
  return fingerprint
    ? new PinnedAgent(fingerprint, options)
    : new HttpsAgent({ ...options, rejectUnauthorized: true, minVersion: 'TLSv1.2' })
}
