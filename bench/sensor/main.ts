/** `node bench/sensor/main.ts [--sessions 2000] [--held 19000] [--others 4000]`: see bench/README.md. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type DecoyProtocol, decoyProtocols, transportsOf } from '#model/sensor/profile.ts'
import { nextMessage } from '../measure/next-message.ts'
import { usageOf } from '../measure/process.ts'
import { held, many, sshSession, telnetSession } from './clients.ts'

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '2000' },
    held: { type: 'string', default: '19000' },
    others: { type: 'string', default: '4000' },
  },
})
const sessions = Number(values.sessions)
const ports = { otherTelnet: 25_123, otherSsh: 25_122, bare: 25_223 }
/** A port of its own for each that speaks TCP. */
const portOf = new Map(
  decoyProtocols
    .filter((protocol) => transportsOf(protocol).includes('tcp'))
    .map((protocol, index) => [protocol, 25_300 + index]),
)
const port = (protocol: DecoyProtocol): number => portOf.get(protocol) ?? 0
/** Bytes of a connection that is held, at most. */
const bound = 8192
const rounds = 3

async function openDecoys(protocols: readonly DecoyProtocol[]): Promise<ChildProcess> {
  const named = protocols.map((protocol) => `${protocol}:${port(protocol)}`)
  const child = fork(join(import.meta.dirname, 'decoys.ts'), named, { execArgv: ['--expose-gc'] })
  await nextMessage(child)
  return child
}
const decoys = await openDecoys(['telnet', 'ssh'])
const bare = fork(join(import.meta.dirname, 'bare.ts'), [`${ports.bare}`])
await nextMessage(bare)
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

/** Resident bytes of each connection that stays, of a process that holds nothing else: what was given back before would hide some. */
async function hold(name: DecoyProtocol, count: number): Promise<void> {
  const child = await openDecoys([name])
  const memory = async (): Promise<number> => {
    child.send('memory')
    return await nextMessage<number>(child)
  }
  try {
    for (const socket of await held(port(name), 100)) socket.destroy()
    await setTimeout(500)
    const before = await memory()
    const sockets = await held(port(name), count)
    const after = await memory()
    const each = (after - before) / sockets.length
    console.log(
      `${sockets.length} held connections of ${name} that say nothing: ${each.toFixed(0)} bytes each (at most ${bound}: ${each <= bound ? 'holds' : 'DOES NOT HOLD'}), ${(after / 1e6).toFixed(0)} MB in all`,
    )
    if (each > bound) process.exitCode = 1
    for (const socket of sockets) socket.destroy()
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

try {
  await compare('Telnet', sessions, [
    { name: 'the decoy', child: decoys, session: () => telnetSession(port('telnet')) },
    { name: 'twisted.conch', child: conch, session: () => telnetSession(ports.otherTelnet) },
    { name: 'bare sockets', child: bare, session: () => telnetSession(ports.bare) },
  ])
  await compare('SSH', Math.ceil(sessions / 4), [
    { name: 'the decoy', child: decoys, session: () => sshSession(port('ssh')) },
    { name: 'twisted.conch', child: conch, session: () => sshSession(ports.otherSsh) },
  ])
  decoys.kill()
  const often: DecoyProtocol[] = ['telnet', 'ssh', 'http']
  for (const name of [...often, ...[...portOf.keys()].filter((one) => !often.includes(one))])
    await hold(name, Number(often.includes(name) ? values.held : values.others))
} finally {
  decoys.kill()
  conch.kill()
  bare.kill()
}
