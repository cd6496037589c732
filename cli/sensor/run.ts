import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Connection, open } from '../connection.ts'
import { Exit } from '../exit.ts'

const agent = fileURLToPath(new URL('../../build/sensor/agent.mjs', import.meta.url))

export interface SensorRunOptions {
  folder: string
  profile: string | undefined
  portOffset: string
  /** Captures there; without it decoys only, and nothing else of this machine is looked at. */
  interface: string | undefined
}

/** `noisefloor sensor run`: this machine as a sensor of its own server, for a try, until Ctrl-C. The agent is the one other hosts get. */
export async function runSensor(connection: Connection, options: SensorRunOptions): Promise<void> {
  if (!existsSync(agent)) throw new Exit('failed', 'The agent is not built yet: npm start builds it.')
  const folder = ['--folder', options.folder]
  if (!existsSync(join(options.folder, 'settings.json'))) {
    const enrolled = await ended(
      ['enroll', '--server', connection.url, '--token', '-', ...folder],
      await oneTimeToken(connection, options.profile),
    )
    if (enrolled !== 0) throw new Exit('refused', 'The server did not take this machine.')
  } else if (options.profile !== undefined)
    throw new Exit('usage', 'This machine is a sensor already: choose its profile on its page.')
  const capture = options.interface === undefined ? ['--no-capture'] : ['--interface', options.interface]
  console.error(`Decoys listen at their ports plus ${options.portOffset}; Ctrl-C ends them.`)
  const code = await ended(['run', '--port-offset', options.portOffset, ...capture, ...folder])
  if (code !== 0) throw new Exit('failed', 'The agent ended.')
}

/** The install script has one in it. */
async function oneTimeToken(connection: Connection, profile: string | undefined): Promise<string> {
  const query = new URLSearchParams({ type: 'install', ...(profile && { profile }) })
  const response = await open(connection, `/api/workspace/sensors/script?${query}`)
  const text = await response.text()
  const token = /\bnfi_[\w-]+/.exec(text)?.[0]
  if (response.ok && token) return token
  throw new Exit(
    'refused',
    `No token for a sensor: the server answered ${response.status} ${messageOf(text)}`,
  )
}

function messageOf(text: string): string {
  try {
    return String(JSON.parse(text).message)
  } catch {
    return text.slice(0, 200)
  }
}

/** The agent ends with this process, however that ends: their channel closes. */
async function ended(args: string[], input?: string): Promise<number> {
  const child = spawn(process.execPath, [agent, ...args], { stdio: ['pipe', 'inherit', 'inherit', 'ipc'] })
  child.stdin?.end(input)
  // It has something to write before it ends.
  const tell = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, tell)
  const [code] = await once(child, 'exit')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, tell)
  return typeof code === 'number' ? code : 1
}
