import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Budget, budget } from '#model/budget.ts'
import type { Metrics } from '#server/http/metrics.ts'
import type { Limits } from '#server/limits/limits.ts'
import { serve } from '#server/run/serve.ts'
import type { Pool } from '#server/work/pool.ts'
import type { Tasks } from '#server/work/tasks.ts'
import type { Deps } from '#services/context.ts'
import { settingsIn } from './settings.ts'

/** The server with its real stores inside the test's own process, for claims about what its engine does meanwhile. */
export interface Inside {
  url: string
  /** The local operator's. */
  key: string
  dataFolder: string
  deps: Deps
  work: Pool<Tasks>
  metrics: Metrics
  limits: Limits
  /** What was logged from "warn" on, a line each. */
  logged: string[]
  /** Everything that was logged from "info" on, as a server of its own does it, and said to the operator. */
  output: () => string
  close(): Promise<void>
}

/** `environment`: settings beside those of every test; `costs`: what a request may cost, where it is not the usual; `clock`: milliseconds. */
export async function openInside(
  environment: Record<string, string> = {},
  costs: Partial<Budget> = {},
  clock: () => number = Date.now,
): Promise<Inside> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-inside-'))
  const settings = await settingsIn(dataFolder, environment)
  const logged: string[] = []
  const said: string[] = []
  const warning = pino.levels.values['warn']!
  const keep = (line: string): void => {
    said.push(line)
    if ((JSON.parse(line) as { level: number }).level >= warning) logged.push(line)
  }
  const log = pino({ level: 'info' }, { write: keep })
  const { runtime, server, metrics, limits, local, keyFile } = await serve(settings, {
    log,
    clock,
    say: (line) => void said.push(`${line}\n`),
    // On a slow machine a busy engine takes long for a sign of life: what then happens is tested where it is stopped.
    budget: { ...budget, silenceMs: 600_000, ...costs },
  })
  // Where the command line finds it.
  writeFileSync(join(dataFolder, 'local-url'), `${local}\n`)
  await retained(runtime.deps)
  return {
    url: local,
    key: readFileSync(keyFile, 'utf8').trim(),
    dataFolder,
    deps: runtime.deps,
    work: runtime.work,
    metrics,
    limits,
    logged,
    output: () => said.join(''),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await runtime.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Waits for the first round of retention: it removes documents without sessions, which is what some tests write. */
async function retained({ jobs }: Deps): Promise<void> {
  const isOver = (): boolean =>
    jobs().some(({ name, rounds, state }) => name === 'retention' && (rounds > 0 || state === 'elsewhere'))
  while (!isOver()) await new Promise((tick) => setTimeout(tick, 20))
}

/** A key to a workspace of its own. */
export async function operatorKey({ deps: { installation } }: Pick<Inside, 'deps'>): Promise<string> {
  const now = Date.now()
  const { id } = await installation.workspaces.create({ name: 'Operator', publish: true, now })
  return (await installation.keys.create({ workspace: id, now })).secret
}
