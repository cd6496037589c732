import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keeping } from '#sources/kept-table.ts'
import { loadSources } from '#sources/load.ts'
import { versionOf } from '#sources/watch.ts'
import { fillOnceARun, isRun } from '#store/testing/once.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `npm start` runs, flags of Node and the environment included; the shell becomes the server. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}
const startLine = scripts.start

/** A server as `npm start` runs it, on a free port, with a data folder of its own. */
export interface Product {
  url: string
  key: string
  dataFolder: string
  process: ChildProcess
  /** Everything it wrote, for failures. */
  output: () => string
  /** Waits for a clean end; `remove` also deletes the data folder. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  remove(): void
}

export interface StartOptions {
  dataFolder?: string
  demo?: boolean
  /** On a folder as empty as a new user's; without it the schema and the compiled reference data are there already. */
  bare?: boolean
  environment?: Record<string, string>
  /** What is run instead of npm's line, for comparison. */
  line?: string
  /** Sees the process before it is ready, to end it early. */
  onSpawn?: (child: ChildProcess) => void
}

export async function startProduct(options: StartOptions = {}): Promise<Product> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'noisefloor-product-'))
  if (options.dataFolder === undefined && !options.bare) await prepareDataFolder(dataFolder)
  const child = spawn('/bin/sh', ['-c', options.line ?? startLine], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`,
      ...environmentOf(dataFolder, options),
    },
  })
  options.onSpawn?.(child)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const url = await waitForUrl(child, () => output).catch((error: unknown) => {
    if (options.dataFolder === undefined) removeFolder(dataFolder)
    throw error
  })
  return {
    url,
    key: readFileSync(join(dataFolder, 'local-key'), 'utf8').trim(),
    dataFolder,
    process: child,
    output: () => output,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
    remove: () => removeFolder(dataFolder),
  }
}

/** The engine of a server that was killed, or that refused to start, writes until it notices that its parent is gone. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

/** How many seconds anything takes depends on the machine: nobody's share of them is what a test is about, unless it says so. */
export const withoutSeconds = 'off/off/off'

/** The settings of a server in tests. */
export const environmentOf = (
  dataFolder: string,
  { demo = false, environment = {} }: Pick<StartOptions, 'demo' | 'environment'> = {},
): Record<string, string> => ({
  HOST: '127.0.0.1',
  PORT: '0',
  NOISEFLOOR_DATA: dataFolder,
  NOISEFLOOR_DEMO: demo ? 'on' : 'off',
  // Captures of the tests name real addresses: nobody is asked about them.
  REVERSE_DNS: 'off',
  // Nor does anything depend on what somebody publishes today.
  SOURCES_UPDATE: 'off',
  LOG_LEVEL: 'info',
  LIMIT_QUERY_SECONDS: withoutSeconds,
  STOP_SECONDS: '300',
  ...environment,
})

/** What every first start makes the same and takes most of its time; benchmarks and torture begin as users do. */
export async function prepareDataFolder(folder: string): Promise<void> {
  if (!isRun()) return
  await fillOnceARun('analytics-with-rules', join(folder, 'analytics'), async (dir) => {
    // Loaded where it is made: most files only copy it.
    const { fillWithRules } = await import('./with-rules.ts')
    await fillWithRules(dir)
  })
  await fillOnceARun('sources', join(folder, 'sources'), async (sources) => {
    // Not in the product's thread, which answers before it has kept the table: every start would join it anew.
    await keeping(sources, await versionOf(sources), await loadSources(sources))()
  })
}

async function waitForUrl(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + 600_000
  while (Date.now() < deadline) {
    const url = /Noisefloor is ready at (https?:\S+)/.exec(output())?.[1]
    if (url) return url
    if (child.exitCode !== null || child.signalCode !== null) break
    await new Promise((tick) => setTimeout(tick, 25))
  }
  child.kill('SIGKILL')
  throw new Error(`The product did not become ready:\n${output().slice(-4000)}`)
}
