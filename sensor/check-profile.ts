import { createConnection } from 'node:net'
import { connect as createTlsConnection } from 'node:tls'
import type { DecoyPort, SensorProfile } from '#model/sensor/profile.ts'
import { defaultLimits } from '#model/sensor/protocol.ts'
import { openDecoys } from './decoys/open.ts'

const most = { bytes: 300, silenceMs: 500, waitMs: 3000 }
const ignore = (): void => undefined

/** Opens a profile's ports and tells what each says to a scanner: its greeting, else its answer to a bare request of HTTP. */
export async function checkProfile(profile: SensorProfile, portOffset: number): Promise<string> {
  const decoys = openDecoys({ event: ignore, opened: ignore, read: ignore, wrote: ignore, closed: ignore })
  try {
    const limits = { ...defaultLimits, connectionsPerSource: defaultLimits.connections }
    const opened = await decoys.apply(profile, limits, { excluded: [], portOffset, isTaken: () => false })
    const lines = await Promise.all(
      profile.ports.map(async (port) => {
        const name = `${port.port}/${port.transport} ${port.protocol}`
        const { error } =
          opened.find((one) => one.port === port.port && one.transport === port.transport) ?? {}
        if (error) return `${name}: not open, ${error}`
        return `${name}: ${port.transport === 'tcp' ? await said(port, portOffset) : 'open'}`
      }),
    )
    const others = opened.length - profile.ports.length
    const closed = opened.filter(({ error }) => error).length
    return [
      `"${profile.name}": ${profile.ports.length} ports and ${others} that answer anything, ${closed} not open`,
      ...lines,
    ].join('\n')
  } finally {
    await decoys.close()
  }
}

const said = ({ port, protocol, tls }: DecoyPort, portOffset: number): Promise<string> =>
  new Promise((resolve) => {
    const at = { host: '127.0.0.1', port: port + portOffset }
    const isTls = tls || protocol === 'https'
    // Its certificate was made here a moment ago.
    const socket = isTls ? createTlsConnection({ ...at, rejectUnauthorized: false }) : createConnection(at)
    const done = (text: string): void => {
      socket.destroy()
      resolve(text)
    }
    const ask = setTimeout(() => socket.write('GET / HTTP/1.0\r\n\r\n'), most.silenceMs)
    socket.setTimeout(most.waitMs, () => done('open, says nothing'))
    socket.once('close', () => clearTimeout(ask))
    socket.once('error', (error) => done(`refuses: ${error.message}`))
    socket.once('data', (bytes) => done(JSON.stringify(bytes.subarray(0, most.bytes).toString('latin1'))))
    socket.once('end', () => done('open, closes at once'))
  })
