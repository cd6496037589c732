import { type ChildProcess, spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'

/** A network of its own, which lasts as long as `close` is not called. */
export interface Network {
  /** What starts a program inside of it. */
  command(program: string, ...args: string[]): [string, string[]]
  run(program: string, ...args: string[]): SpawnSyncReturns<string>
  start(program: string, ...args: string[]): ChildProcess
  pid: number
  close(): void
}

/** Two networks with a cable between them: the sensor's and everybody else's. */
export async function twoNetworks(here: readonly string[], there: readonly string[]) {
  const sensor = await network('unshare', ['--net', 'sleep', '1000'])
  const others = await network(
    ...sensor.command('unshare', '--net', 'sleep', '1000'),
    readlinkSync(`/proc/${sensor.pid}/ns/net`),
  )
  const must = (of: Network, ...args: string[]): void => {
    const { status, stderr } = of.run('ip', ...args)
    if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
  }
  must(sensor, 'link', 'add', 'cable', 'type', 'veth', 'peer', 'name', 'cable', 'netns', String(others.pid))
  for (const [of, addresses] of [
    [sensor, here],
    [others, there],
  ] as const) {
    for (const address of addresses)
      must(of, 'address', 'add', address, 'dev', 'cable', ...(address.includes(':') ? ['nodad'] : []))
    must(of, 'link', 'set', 'lo', 'up')
    must(of, 'link', 'set', 'cable', 'up')
  }
  return {
    sensor,
    others,
    close() {
      others.close()
      sensor.close()
    },
  }
}

async function network(
  program: string,
  args: string[],
  outer = readlinkSync('/proc/self/ns/net'),
): Promise<Network> {
  const holder = spawn(program, args, { stdio: 'ignore' })
  const pid = holder.pid ?? 0
  // The program is replaced by the next one; the network is there before the last of them is.
  while (inside(pid) === outer || inside(pid) === readlinkSync('/proc/self/ns/net'))
    await new Promise((resolve) => setTimeout(resolve, 5))
  const command = (one: string, ...more: string[]): [string, string[]] => [
    'nsenter',
    ['-t', String(pid), '-n', '--', one, ...more],
  ]
  return {
    pid,
    command,
    run: (one, ...more) => spawnSync(...command(one, ...more), { encoding: 'utf8' }),
    start: (one, ...more) =>
      spawn(...command(one, ...more), {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // Caches of the run are not the programs'.
        env: { ...process.env, NODE_COMPILE_CACHE: undefined },
      }),
    close: () => endAllIn(inside(pid)),
  }
}

/** A tcpdump whose agent was killed ends with the next packet, and none comes any more. */
function endAllIn(network: string): void {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      if (inside(Number(name)) === network) process.kill(Number(name), 'SIGKILL')
    } catch {
      // It has ended meanwhile, or belongs to the system.
    }
  }
}

function inside(pid: number): string {
  return readlinkSync(`/proc/${pid}/ns/net`)
}
