import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { destination, pino } from 'pino'
import { version } from '#model/version.ts'
import { verdictMethod as method } from '#methods/verdict/rule.ts'
import { bind } from '#services/bind.ts'
import { ctxFor } from '#services/context.ts'
import { findScope } from './auth/find-scope.ts'
import { makeApp } from './http/app.ts'
import { allowedHosts } from './http/hosts.ts'
import { openGate } from './http/gate.ts'
import { serverFor } from './http/listener.ts'
import { measureLimits, openMetrics } from './http/metrics.ts'
import type { OnRefused } from './limits/counts.ts'
import { openLimits } from './limits/limits.ts'
import { openPages } from './pages/serve.ts'
import { openDemoKeeper } from './run/demo.ts'
import { startRuntime } from './run/runtime.ts'
import { localOperator, writePrivate } from './run/local-operator.ts'
import { missingSessions, readinessOf } from './run/readiness.ts'
import { CannotStart } from './run/stores.ts'
import { shutDownOnSignal } from './run/shutdown.ts'
import { readSettings, settingsHelp } from './settings.ts'

/** The composition root: the only reader of the environment and of the clock. */

// React renders the built pages several times faster as production than as whatever the shell says.
process.env.NODE_ENV = 'production'

const say = (line: string): void => console.log(line)
const clock = (): number => Date.now()

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  say(settingsHelp())
  process.exit(0)
}
const read = readSettings(process.env, process.cwd())
if (!read.ok) {
  console.error(`These settings are not valid:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`)
  process.exit(2)
}
const { settings } = read
// Whatever the data folder's own rights are: what lies in it is for this user alone.
process.umask(0o077)
const log = pino({ level: settings.logLevel }, destination(2))

const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(settings.host)
if (!isLoopback)
  say(
    `Warning: HOST=${settings.host} makes this server reachable from other machines; put TLS in front of it.`,
  )

let url = settings.publicUrls[0] ?? `http://${settings.host}:${settings.port}`
const running = await startRuntime(settings, log, clock, () => url).catch((error: unknown) => {
  if (!(error instanceof CannotStart)) log.error({ err: error }, 'starting failed')
  console.error(error instanceof CannotStart ? error.message : `Noisefloor cannot start: ${String(error)}`)
  process.exit(1)
})
const { deps, work, drain, retagger, audits } = running
const { keyFile, keyId } = await localOperator(deps.db, settings.dataFolder, clock)
await running.keepCopy()
const demo = await openDemoKeeper({
  waiting: () => drain.status().undrainedSessions,
  db: deps.db,
  log,
  say,
  clock,
  dataFolder: settings.dataFolder,
  firstStart: settings.demo,
})
const status = async () => ({
  demo: demo.banner(),
  missingSessions: missingSessions(audits),
  version,
  method,
  now: new Date(clock()).toISOString(),
  url,
  indexable: settings.indexable,
})

const gate = openGate()
const metrics = openMetrics([
  {
    name: 'noisefloor_http_requests_under_way',
    help: 'Requests that were let in and have no whole answer yet, this one included.',
    read: () => gate.underWay(),
  },
  {
    name: 'noisefloor_spool_sessions',
    help: 'Sessions accepted and not yet stored.',
    read: () => drain.status().undrainedSessions,
  },
  {
    name: 'noisefloor_spool_bytes',
    help: 'Bytes accepted and not yet stored.',
    read: () => drain.status().undrainedBytes,
  },
  {
    name: 'noisefloor_stored_sessions',
    help: 'Sessions stored since the start.',
    read: () => drain.status().storedSessions,
  },
  {
    name: 'noisefloor_quarantined_sessions',
    help: 'Sessions set aside because they can never be stored.',
    read: () => drain.status().quarantined,
  },
  {
    name: 'noisefloor_spool_damaged_bytes',
    help: 'Bytes found damaged in the spool at the start.',
    read: () => drain.status().damagedBytes,
  },
  {
    name: 'noisefloor_missing_sessions',
    help: 'Sessions accepted that are neither stored nor set aside; /readyz names them.',
    read: () => missingSessions(audits),
  },
  {
    name: 'noisefloor_remade_batches',
    help: 'Accepted batches restored from their captures since the start.',
    read: () => audits.audit.status().remade,
  },
  {
    name: 'noisefloor_damaged_parts',
    help: 'Parts of the engine whose checksums did not hold; /readyz tells what became of them.',
    read: () => audits.parts.status().damaged.length,
  },
  {
    name: 'noisefloor_captures_dissecting',
    help: 'Captures that are dissected now.',
    read: () => deps.dissection.status().running,
  },
  {
    name: 'noisefloor_captures_waiting',
    help: 'Captures that wait to be dissected.',
    read: () => deps.dissection.status().waiting,
  },
  {
    name: 'noisefloor_tag_days_due',
    help: 'Stored days whose tags are not yet known to be those of the rules.',
    read: () => retagger.status().due ?? 0,
  },
])

const onRefused: OnRefused = (limit, of) => metrics.refused.inc({ limit, of })
const limits = openLimits(settings.limits, onRefused)
const { opened } = measureLimits(metrics, limits)

const app = makeApp({
  deps,
  work,
  demo,
  log,
  metrics,
  host: settings.host,
  limits,
  hosts: allowedHosts(settings.host, settings.publicUrls),
  indexable: settings.indexable,
  trustProxy: settings.trustProxy,
  findScope: findScope(deps),
  readiness: () => readinessOf(deps, { ...running, demo }),
  localKeyId: keyId,
  pages: await openPages(
    (asker) => bind(ctxFor(deps, asker), status),
    (page) => metrics.pageViews.inc({ page }),
  ),
})

const server = serverFor(app, {
  connections: settings.limits.connections,
  behindProxy: settings.trustProxy,
  onRefused,
  onOpen: opened,
  gate,
})
server.once('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE' ? `Port ${settings.port} is taken: set PORT to another.` : error.message,
  )
  void running.close().finally(() => process.exit(1))
})
server.listen(settings.port, settings.host, async () => {
  const { port } = server.address() as AddressInfo
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  const local = `http://${host}:${port}`
  url = settings.publicUrls[0] ?? local
  await writePrivate(join(settings.dataFolder, 'local-url'), `${local}\n`)
  say(`Noisefloor is ready at ${local}`)
  if (running.sandbox() === 'nothing')
    say('Warning: this system has no Landlock, so the analytics engine can read every file this user can.')
  say(`The local operator's API key lies in ${keyFile}`)
  demo.resume()
})

shutDownOnSignal({
  server,
  gate,
  log,
  quiet: () => Promise.all([demo.stop(), running.quiet()]),
  close: () => running.close(),
  kill: () => {
    demo.kill()
    running.kill()
  },
  // Started by hand, by a service manager or with nohup it lives on; what npm started ends with npm.
  parent: process.env['npm_lifecycle_event'] === 'start' ? process.ppid : null,
})
