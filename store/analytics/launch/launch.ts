import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClusterOptions, type ConfigOptions, headerName, writeConfig } from './config.ts'
import type { Log } from '../../log.ts'
import { setMutationsAside } from './mutations.ts'
import { freePort } from './port.ts'
import { type Child, startProcess } from './process.ts'
import { makeSecrets, type Secrets } from './secrets.ts'
import { userNames } from './users.ts'

export interface EngineUser {
  name: string
  password: string
}

/** Where an engine answers and as whom one may ask. */
export interface EngineAddress {
  url: string
  header: { name: string; value: string }
  users: { migrator: EngineUser; app: EngineUser }
}

export interface LaunchedEngine extends EngineAddress {
  /** Process id of the child. */
  pid: number
  /** What the operating system keeps it from: "files and network", "files" or, without Landlock, "nothing". */
  sandbox: string
  /** Ends it gracefully; after ten seconds by force. Safe to call twice. */
  stop(): Promise<void>
  /** Resolves when the process is gone, wished or not. */
  exited: Promise<{ wished: boolean; signal: NodeJS.Signals | null; stderr: string }>
}

export interface LaunchOptions extends Pick<ConfigOptions, 'settings'> {
  /** Folder of the engine, ours alone; made when missing. */
  dir: string
  log: Log
  /** Our databases. */
  databases?: readonly string[]
  /** Bytes the engine may use; without it a quarter of the machine, 1–4 GiB. */
  memory?: number
  /** How long to wait for another engine to let go of the folder, in milliseconds. */
  lockWait?: number
  cluster?: ClusterOptions
  /** Chooses the port of each attempt; without it, a free one. */
  choosePort?: (free: () => Promise<number>) => Promise<number>
}

/** Thrown when another engine serves the same folder. */
export class FolderInUse extends Error {}

const gibibyte = 1024 ** 3
const startWait = 60_000
const stopWait = 10_000

/** Bytes a launched engine may use on this machine when nothing else is said. */
export const engineMemory = (): number =>
  Math.min(4 * gibibyte, Math.max(gibibyte, Math.floor(totalmem() / 4)))

/**
 * Starts the embedded engine as a child process on a free loopback port and waits until it answers as ours.
 * @throws FolderInUse when another engine holds `dir`; Error with the engine's own words when it cannot start
 */
export async function launchEngine(options: LaunchOptions): Promise<LaunchedEngine> {
  const dir = resolve(options.dir)
  const deadline = performance.now() + (options.lockWait ?? 5000)
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await startOnce({ ...options, dir })
    if (outcome.kind === 'serving') return outcome.engine
    if (outcome.kind === 'locked') {
      // A parent killed a moment ago leaves a child that is still closing its files.
      if (performance.now() > deadline) {
        throw new FolderInUse(`Another process already serves the analytics folder ${dir}.`)
      }
      await sleep(200)
    } else if (outcome.kind === 'port-taken' && attempt < 20) {
      options.log.debug({ attempt }, 'the port chosen for the engine was taken meanwhile')
    } else {
      const aside = attempt < 20 ? await setMutationsAside(dir, outcome.stderr) : []
      if (aside.length > 0) {
        options.log.error({ aside }, 'mutations that kept the engine from starting were set aside')
        continue
      }
      throw new Error(`The analytics engine did not start: ${outcome.stderr.trim() || 'it said nothing'}`)
    }
  }
}

type Outcome =
  | { kind: 'serving'; engine: LaunchedEngine }
  | { kind: 'locked' | 'port-taken' | 'failed'; stderr: string }

async function startOnce(options: LaunchOptions): Promise<Outcome> {
  const { dir, log, cluster } = options
  // A folder a start: a second start must not write over the secrets of the first before the lock refuses it.
  const runs = join(dir, 'run')
  await mkdir(runs, { recursive: true, mode: 0o700 })
  await chmod(runs, 0o700)
  const runDir = await mkdtemp(join(runs, 'start-'))
  const secrets = makeSecrets()
  const memory = options.memory ?? engineMemory()
  const config = await writeConfig({
    dir,
    runDir,
    secrets,
    memory,
    databases: options.databases ?? ['noisefloor'],
    ...(cluster && { cluster }),
    ...(options.settings && { settings: options.settings }),
  })
  const port = await (options.choosePort?.(freePort) ?? freePort())
  const child = startProcess(
    dir,
    [port, ...(cluster?.tcpPorts ?? [])],
    [
      `--config-file=${config}`,
      `--path=${join(dir, 'data')}`,
      `--http_port=${port}`,
      ...(cluster ? [`--tcp_port=${cluster.tcpPorts[cluster.shard]}`] : []),
      '--listen_host=127.0.0.1',
      '--log-level=warning',
      '--logger.level=warning',
      '--query',
      // The last statement holds the engine: it reads standard input until that closes, and tells nobody how far it is.
      `SYSTEM START LISTEN HTTP; ${cluster ? 'SYSTEM START LISTEN TCP; ' : ''}SELECT count() FROM file('-','LineAsString','line String') SETTINGS interactive_delay = 60000000`,
    ],
  )
  child.onLine((line) => log.debug({ line }, 'engine'))
  const engine = describe(port, secrets, child)
  const ready = await waitUntilOurs(engine, child)
  if (!ready) {
    await engine.stop()
    await rm(runDir, { recursive: true, force: true })
    const stderr = child.stderr()
    if (stderr.includes('Cannot lock file')) return { kind: 'locked', stderr }
    if (/Code: 210|Address already in use/.test(stderr)) return { kind: 'port-taken', stderr }
    return { kind: 'failed', stderr }
  }
  await removeOtherRuns(runs, runDir)
  engine.sandbox = /^sandbox: (.*)$/m.exec(child.stderr())?.[1] ?? 'nothing'
  log.debug({ port, pid: child.pid, sandbox: engine.sandbox }, 'the analytics engine serves')
  if (engine.sandbox === 'nothing') {
    log.warn({}, 'this system has no Landlock: the analytics engine can read every file that this user can')
  }
  return { kind: 'serving', engine }
}

function describe(port: number, secrets: Secrets, child: Child): LaunchedEngine {
  let wished = false
  const stop = async (): Promise<void> => {
    wished = true
    child.closeInput()
    const timer = setTimeout(child.kill, stopWait)
    await child.gone
    clearTimeout(timer)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    header: { name: headerName, value: secrets.header },
    users: {
      migrator: { name: userNames.migrator, password: secrets.migrator },
      app: { name: userNames.app, password: secrets.app },
    },
    pid: child.pid ?? 0,
    sandbox: 'nothing',
    stop,
    exited: child.gone.then(({ signal }) => ({ wished, signal, stderr: child.stderr() })),
  }
}

/** Only our own child can log in a user whose random password was written for this start. */
async function waitUntilOurs(engine: EngineAddress, child: Child): Promise<boolean> {
  const deadline = performance.now() + startWait
  while (!child.isGone() && performance.now() < deadline) {
    if (await answersAsOurs(engine)) return true
    await sleep(20)
  }
  return false
}

async function answersAsOurs({ url, header, users }: EngineAddress): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        [header.name]: header.value,
        'X-ClickHouse-User': users.app.name,
        'X-ClickHouse-Key': users.app.password,
        Connection: 'close',
      },
      body: 'SELECT currentUser()',
      signal: AbortSignal.timeout(5000),
    })
    return answer.ok && (await answer.text()).trim() === users.app.name
  } catch {
    return false
  }
}

/**
 * The lock is ours now, so that other folders belong to starts that are over; except one made a moment ago by a
 * start that has yet to find the lock taken.
 */
async function removeOtherRuns(runs: string, current: string): Promise<void> {
  const made = (await stat(current)).mtimeMs
  for (const name of await readdir(runs)) {
    const path = join(runs, name)
    const other = await stat(path).catch(() => null)
    if (other && other.mtimeMs < made - 60_000) await rm(path, { recursive: true, force: true })
  }
}
