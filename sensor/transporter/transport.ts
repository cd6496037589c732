import { setTimeout as pause } from 'node:timers/promises'
import { carriedLimits } from '#model/sensor/device.ts'
import { messageOf } from '../checks.ts'
import { Backoff } from '../connection/backoff.ts'
import { bridge } from '../connection/bridge.ts'
import { nextCarried, Refused } from '../connection/calls.ts'
import { connect } from '../connection/connection.ts'
import { connectDevice } from './device.ts'
import type { TransporterSettings } from './settings.ts'

const waitSeconds = 25
const repair = 'if that was renewed, make this machine’s image anew'

/** `transport`: asks the server for connections and carries each to the device, until `signal`. What the device begins itself goes nowhere. */
export async function transport(
  settings: TransporterSettings,
  { signal, say }: { signal: AbortSignal; say: (line: string) => void },
): Promise<void> {
  const { server, token, fingerprint, device, ports } = settings
  const asking = connect({ server, token, fingerprint, repair })
  const carrying = connect({ server, token, fingerprint, repair, atOnce: carriedLimits.connections })
  const open = new Set<Promise<unknown>>()
  const backoff = new Backoff()
  say(`carries ports ${ports.join(', ')} of ${device} to ${server}`)
  while (!signal.aborted) {
    try {
      const offer = await nextCarried(asking, waitSeconds, signal)
      backoff.reset()
      if (!offer) continue
      const socket = connectDevice(settings, offer.port)
      // Above the limit, or at a port of nobody: its visitor is hung up on when nobody takes it.
      if (!socket || open.size >= carriedLimits.connections) {
        socket?.destroy()
        continue
      }
      const carried = bridge(socket, carrying.open(`/api/sensor/transporter/connections/${offer.id}`))
      open.add(carried)
      void carried.then(() => open.delete(carried))
    } catch (error) {
      if (signal.aborted) break
      say(`the server does not answer: ${messageOf(error)}`)
      const ms = backoff.next(error instanceof Refused ? error.retryAfterMs : null)
      await pause(ms, undefined, { signal }).catch(() => undefined)
    }
  }
  asking.close()
  carrying.close()
  say('ended')
}
