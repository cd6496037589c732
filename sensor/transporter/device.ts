import { createConnection, type Socket } from 'node:net'
import type { TransporterSettings } from './settings.ts'

/** Longer nobody waits for a device that is switched off. */
const connectMs = 5000

/**
 * The one place of this folder that connects: to the address of the settings, at a port of the settings.
 * @returns null for any other port, whoever asks for it
 */
export function connectDevice({ device, ports }: TransporterSettings, port: number): Socket | null {
  if (!ports.includes(port)) return null
  const socket = createConnection({
    host: device,
    port,
    allowHalfOpen: true,
    noDelay: true,
    // An address is no name; should it ever be one, it stays unresolved.
    lookup: (_name, _options, done) => done(new Error('no name is resolved here'), ''),
  })
  const late = setTimeout(() => socket.destroy(), connectMs)
  for (const end of ['connect', 'close']) socket.once(end, () => clearTimeout(late))
  return socket
}
