import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect, type TLSSocket } from 'node:tls'
import { isLoopback } from '../settings/settings.ts'
import { kindOf, type Pin, shownAs } from './pin.ts'

/** The certificate on the other side is not the server's. */
export class WrongCertificate extends Error {
  constructor(shown: Pin | null, pin: Pin, repair: string) {
    super(`the server shows the ${kindOf(pin)} ${shown ?? '(none)'}, not ${pin} as was named: ${repair}`)
  }
}

/** What a sensor whose server has another key needs. */
const installAgain = 'if that was renewed, run the server’s install command on this host again'

type Made = (error: Error | null, socket?: Duplex) => void

/**
 * Connections to a server whose key was named when the agent was installed: not a byte is written before the other side has shown
 * that it has exactly that one. No authority is asked, so a certificate that nobody else trusts is as good.
 */
class PinnedAgent extends HttpsAgent {
  readonly #pin: Pin
  readonly #repair: string

  constructor(pin: Pin, repair: string, options: AgentOptions) {
    super(options)
    this.#pin = pin
    this.#repair = repair
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
      const shown = shownBy(socket, this.#pin)
      if (shown === this.#pin) return made(null, socket)
      socket.destroy()
      made(new WrongCertificate(shown, this.#pin, this.#repair))
    })
    return undefined
  }
}

const connectMs = 20_000

/** null also of a key that this Node cannot read. */
function shownBy(socket: TLSSocket, pin: Pin): Pin | null {
  try {
    const certificate = socket.getPeerX509Certificate()
    return certificate ? shownAs(pin, certificate) : null
  } catch {
    return null
  }
}

/** Connections stay open between calls. Without a pin the system's authorities decide, whatever the environment says. */
export function agentFor(
  url: URL,
  fingerprint: Pin | undefined,
  maxSockets: number,
  repair = installAgain,
): HttpAgent | HttpsAgent {
  const options = { keepAlive: true, maxSockets, timeout: connectMs * 3 }
  if (url.protocol === 'http:') {
    if (!isLoopback(url)) throw new Error('plain http goes to this machine alone')
    return new HttpAgent(options)
  }
  return fingerprint
    ? new PinnedAgent(fingerprint, repair, options)
    : new HttpsAgent({ ...options, rejectUnauthorized: true, minVersion: 'TLSv1.2' })
}
