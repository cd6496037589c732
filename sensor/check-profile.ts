import { createConnection } from 'node:net'
import type { SensorProfile } from '#model/sensor/profile.ts'
import { defaultLimits } from '#model/sensor/protocol.ts'
import { openDecoys } from './decoys/open.ts'

const most = { ports: 200, bytes: 200, waitMs: 1500 }
const ignore = (): void => undefined

/** Opens a profile's ports and tells what each says first to one who only connects, as a scanner would see it. */
export async function checkProfile(profile: SensorProfile, portOffset: number): Promise<string> {
  const decoys = openDecoys({ event: ignore, opened: ignore, read: ignore, wrote: ignore, closed: ignore })
  try {
    const options = { excluded: [], portOffset, isTaken: () => false }
    const ports = await decoys.apply(profile, defaultLimits, options)
    const lines = await Promise.all(
      ports.slice(0, most.ports).map(async ({ port, transport, protocol, error }) => {
        const name = `${port}/${transport} ${protocol}`
        if (error) return `${name}: not open, ${error}`
        return `${name}: ${transport === 'tcp' ? await firstWords(port + portOffset) : 'open'}`
      }),
    )
    return [`"${profile.name}", ${profile.ports.length} ports`, ...lines].join('\n')
  } finally {
    await decoys.close()
  }
}

const firstWords = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    const done = (text: string): void => {
      socket.destroy()
      resolve(text)
    }
    socket.setTimeout(most.waitMs, () => done('open, waits to be spoken to'))
    socket.once('error', (error) => done(`refuses: ${error.message}`))
    socket.once('data', (bytes) => done(JSON.stringify(bytes.subarray(0, most.bytes).toString('latin1'))))
    socket.once('end', () => done('open, closes at once'))
  })
