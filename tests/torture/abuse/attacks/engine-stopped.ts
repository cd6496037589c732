import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

/** The engine stands still (SIGSTOP), and somebody asks for what needs it. */
export const engineStopped: Attack = {
  name: 'engine stopped',
  point: '4.6',
  tolerated: [503],
  // Two seconds until it is known that the engine is silent (model/budget.ts), then a page that says what is missing.
  max: 3_000,
  async run({ product, address, signal, outcomes }) {
    const engine = engineOf(product.process.pid)
    if (engine === null) return outcomes.add('no engine of ours')
    process.kill(engine, 'SIGSTOP')
    try {
      await againAndAgain({ signal }, 4, async (worker) => {
        const path = ['/readyz', '/', '/v3/ip/198.18.0.1', '/ip/198.18.0.1'][worker] ?? '/'
        const began = performance.now()
        const status = await send({ url: product.url, path, address, signal })
        outcomes.add(`${path} ${status} within ${Math.ceil((performance.now() - began) / 1000)} s`)
      })
    } finally {
      process.kill(engine, 'SIGCONT')
    }
  },
}

/** The server's child that holds the engine; null where there is no /proc. */
function engineOf(server: number | undefined): number | null {
  if (!existsSync('/proc/self/stat')) return null
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      if (Number(parent) === server) return Number(pid)
    } catch {
      // It ended meanwhile.
    }
  }
  return null
}
