import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, type Product } from './start.ts'

/** One clock for several servers and agents, each a process, that is moved while they run (tests/clock.ts). */
export interface MovingClock {
  /** What it says in this process, milliseconds. */
  now(): number
  /** What they are started with. */
  environment: Record<string, string>
  /** Each moves as soon as it hears of it: not all at the same moment, as clocks of several machines. */
  move(servers: readonly Pick<Product, 'process'>[], ms: number): void
}

export function movingClock(folder: string): MovingClock {
  const file = join(folder, 'clock')
  writeFileSync(file, '0')
  let ahead = 0
  const shift = join(root, 'tests/clock.ts')
  const options = process.env['NODE_OPTIONS'] ?? ''
  return {
    now: () => Date.now() + ahead,
    environment: {
      NOISEFLOOR_CLOCK_FILE: file,
      NODE_OPTIONS: options.includes(shift) ? options : `${options} --import=${shift}`.trim(),
    },
    move(servers, ms) {
      writeFileSync(file, String((ahead += ms)))
      for (const { process: server } of servers) server.kill('SIGUSR2')
    },
  }
}
