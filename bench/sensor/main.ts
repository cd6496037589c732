/** `node bench/sensor/main.ts [--sessions 2000] [--held 19000]`: see bench/README.md. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { usageOf } from '../measure/process.ts'
import { held, many, sshSession, telnetSession } from './clients.ts'

const { values } = parseArgs({
  options: { sessions: { type: 'string', default: '2000' }, held: { type: 'string', default: '19000' } },
})
const sessions = Number(values.sessions)
const ports = {
  telnet: 25_023,
  ssh: 25_022,
  http: 25_080,
  otherTelnet: 25_123,
  otherSsh: 25_122,
  bare: 25_223,
}
const rounds = 3

const decoys = fork(
  join(import.meta.dirname, 'decoys.ts'),
  [ports.telnet, ports.ssh, ports.http].map(String),
  { execArgv: ['--expose-gc'] },
)
await once(decoys, 'message')
const bare = fork(join(import.meta.dirname, 'bare.ts'), [`${ports.bare}`])
await once(bare, 'message')
const conch = spawn(
  // Debian's own, which has its packages.
  '/usr/bin/python3',
  [join(import.meta.dirname, 'conch.py'), `${ports.otherTelnet}`, `${ports.otherSsh}`],
  {
    // What it says of clients that have left is no part of the measurement.
    stdio: ['ignore', 'pipe', 'ignore'],
  },
)
const hasConch = await Promise.race([
  once(conch.stdout, 'data').then(() => true),
  once(conch, 'exit').then(() => false),
])
if (!hasConch) throw new Error('It needs twisted.conch to compare with: apt-get install python3-twisted')

const cpu = ({ pid }: ChildProcess): number => usageOf(pid!).cpu

async function rate(child: ChildProcess, count: number, session: () => Promise<void>): Promise<number> {
  const before = cpu(child)
  await many(count, 16, session)
  return count / (cpu(child) - before)
}

const median = (all: number[]): number => all.sort((one, other) => one - other)[all.length >> 1]!

/** Sessions a second of one core of each, in turns, so that what else the machine does falls on all; the first round warms them up. */
async function compare(
  name: string,
  count: number,
  sides: { name: string; child: ChildProcess; session: () => Promise<void> }[],
): Promise<void> {
  const all = sides.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, { child, session }] of sides.entries()) {
      const found = await rate(child, count, session)
      if (round > 0) all[index]!.push(found)
    }
  const [ours = 0, ...others] = all.map(median)
  const beside = others.map(
    (other, index) => `${sides[index + 1]!.name} ${other.toFixed(0)}: ${(ours / other).toFixed(2)} times`,
  )
  console.log(`${name}: ${ours.toFixed(0)} sessions a second of one core; ${beside.join('; ')}`)
}

try {
  await compare('Telnet', sessions, [
    { name: 'the decoy', child: decoys, session: () => telnetSession(ports.telnet) },
    { name: 'twisted.conch', child: conch, session: () => telnetSession(ports.otherTelnet) },
    { name: 'bare sockets', child: bare, session: () => telnetSession(ports.bare) },
  ])
  await compare('SSH', Math.ceil(sessions / 4), [
    { name: 'the decoy', child: decoys, session: () => sshSession(ports.ssh) },
    { name: 'twisted.conch', child: conch, session: () => sshSession(ports.otherSsh) },
  ])
  for (const name of ['telnet', 'ssh', 'http'] as const) {
    const memory = async (): Promise<number> => {
      decoys.send('memory')
      return ((await once(decoys, 'message')) as [number])[0]
    }
    const before = await memory()
    const sockets = await held(ports[name], Number(values.held))
    const after = await memory()
    const each = (after - before) / sockets.length
    console.log(
      `${sockets.length} held connections of ${name}: ${each.toFixed(0)} bytes each, ${(after / 1e6).toFixed(0)} MB in all`,
    )
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
} finally {
  decoys.kill()
  conch.kill()
  bare.kill()
}
