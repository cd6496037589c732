import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * What others see meanwhile, from a thread of its own so that the attack's work does not delay the measuring: a visitor with a
 * browser's connections who asks all the time, people who read a page every two seconds, and the operator, who asks from the
 * attacker's own address.
 */
export interface Measured {
  /** Milliseconds of each answer, and how often each status came. */
  [kind: string]: { times: number[]; statuses: Record<string, number> }
}

export interface Measure {
  url: string
  key: string
  visitor: string
  people: readonly string[]
  attacker: string
  seconds: number
  addresses: number
}

const { url, key, visitor, people, attacker, seconds, addresses } = workerData as Measure
const until = performance.now() + seconds * 1000
const measured: Measured = {}
const { hostname, port } = new URL(url)
const agentAt = (localAddress: string): Agent => new Agent({ keepAlive: true, maxSockets: 6, localAddress })
const agents: Record<'visitor' | 'operator' | 'health', Agent> & Record<string, Agent> = {
  visitor: agentAt(visitor),
  operator: agentAt(attacker),
  health: agentAt(visitor),
}

function call(agent: Agent, path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const sent = request({ hostname, port, path, agent, headers }, (answer) => {
      answer.resume()
      answer.on('close', () => resolve(answer.complete ? String(answer.statusCode) : 'cut'))
    })
    sent.setTimeout(30_000, () => sent.destroy(new Error('30 s')))
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end()
  })
}

let asked = 0
/** One of the addresses that were loaded (abuse.ts). */
const somebody = (): string => {
  const at = (asked++ * 7_919) % addresses
  return `198.18.${Math.floor(at / 250)}.${at % 250}`
}

async function again(
  kind: string,
  pause: number,
  { agent, path, headers = {} }: { agent: Agent; path: () => string; headers?: Record<string, string> },
): Promise<void> {
  const mine = (measured[kind] ??= { times: [] as number[], statuses: {} as Record<string, number> })
  while (performance.now() < until) {
    const began = performance.now()
    const status = await call(agent, path(), headers)
    mine.times.push(performance.now() - began)
    mine.statuses[status] = (mine.statuses[status] ?? 0) + 1
    await new Promise((next) => setTimeout(next, pause))
  }
}

const { visitor: page, operator, health } = agents
const thinking = 2_000
const html = { accept: 'text/html' }
const anyPage = (): string => `/ip/${somebody()}`
await Promise.all([
  again('healthz', 20, { agent: health, path: () => '/healthz' }),
  again('page', 150, { agent: page, path: anyPage, headers: html }),
  again('look-up', 50, { agent: page, path: () => `/v3/ip/${somebody()}` }),
  again('gnql', 100, { agent: page, path: () => '/v3/gnql?size=50&query=path:*login*' }),
  again('operator', 100, { agent: operator, path: () => `/v3/ip/${somebody()}`, headers: { key } }),
  // One after the other, not all at once.
  ...people.map(async (address, at) => {
    const agent = (agents[address] = agentAt(address))
    await new Promise((next) => setTimeout(next, (at * thinking) / people.length))
    await again('people', thinking, { agent, path: anyPage, headers: html })
  }),
])
for (const agent of Object.values(agents)) agent.destroy()
parentPort?.postMessage(measured, [])
