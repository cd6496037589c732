/** The decoys alone in a process of their own: Telnet, SSH and HTTP, at the ports named. */
import { defaultLimits } from '#model/sensor/protocol.ts'
import { openDecoys } from '#sensor/decoys/open.ts'

const [telnet = 0, ssh = 0, http = 0] = process.argv.slice(2).map(Number)
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
    ports: [
      { port: telnet, transport: 'tcp', protocol: 'telnet', options: { prompt: '# ' } },
      { port: ssh, transport: 'tcp', protocol: 'ssh' },
      { port: http, transport: 'tcp', protocol: 'http' },
    ],
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
