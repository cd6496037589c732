/** The decoys alone in a process of their own, at the ports named: `telnet:25023 ssh:25022 …`. */
import { defaultLimits } from '#model/sensor/protocol.ts'
import { decoyProtocols } from '#model/sensor/profile.ts'
import { openDecoys } from '#sensor/decoys/open.ts'

const ports = process.argv.slice(2).map((argument) => {
  const [name = '', port = ''] = argument.split(':')
  const protocol = decoyProtocols.find((one) => one === name)
  if (!protocol) throw new Error(`No decoy is called "${name}".`)
  return {
    port: Number(port),
    transport: 'tcp' as const,
    protocol,
    ...(protocol === 'telnet' && { options: { prompt: '# ' } }),
  }
})
const ignore = (): void => undefined
const decoys = openDecoys({ event: ignore, opened: ignore, read: ignore, wrote: ignore, closed: ignore })
const listening = await decoys.apply(
  {
    id: 'bench',
    name: 'Bench',
    description: 'For a measurement.',
    author: 'Noisefloor',
    tier: 'community',
    categories: ['other'],
    operatingSystem: 'none',
    cves: [],
    credentials: [{ user: 'root', password: 'root' }],
    ports,
  },
  { ...defaultLimits, connectionsPerSource: defaultLimits.connections, connectionMs: 3_600_000 },
  { excluded: [], isTaken: () => false },
)
const failed = listening.find(({ error }) => error !== null)
if (failed !== undefined) throw new Error(failed.error!)
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage().rss)
})
process.send?.('listening')
