import { join } from 'node:path'
import { destination, pino } from 'pino'
import { tellFirstOwner } from './first-owner.ts'
import { writePrivate } from './local-operator.ts'
import { serve } from './serve.ts'
import { shutDownOnSignal } from './shutdown.ts'
import { CannotStart, diskFault, listenFault } from './cannot-start.ts'
import { readSettings, settingsHelp } from '../settings.ts'

/** The composition root: the only reader of the environment and of the clock. */

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
if (!isLoopback && !settings.tls)
  say(
    `Warning: HOST=${settings.host} makes this server reachable from other machines; put TLS in front of it.`,
  )

const { runtime, demo, server, gate, keyFile, workspaceId, listens, local } = await serve(settings, {
  log,
  clock,
  say,
}).catch((error: NodeJS.ErrnoException) => {
  const words =
    error instanceof CannotStart
      ? error.message
      : (listenFault(error, settings) ?? diskFault(error, settings))
  if (words === null) log.error({ err: error }, 'starting failed')
  console.error(words ?? `Noisefloor cannot start: ${String(error)}`)
  process.exit(1)
})
// Before anybody is told that it is ready: who then ends it is heard.
const { isStopping } = shutDownOnSignal({
  server,
  gate,
  log,
  quiet: () => Promise.all([demo.stop(), runtime.quiet()]),
  close: () => runtime.close(),
  kill: () => {
    demo.kill()
    runtime.kill()
  },
  killedAfterMs: settings.stopMs,
  // Started by hand, by a service manager or with nohup it lives on; what npm started ends with npm.
  parent: process.env['npm_lifecycle_event'] === 'start' ? process.ppid : null,
})
// A worker takes no captures, so none of the demo's.
if (settings.role !== 'worker') demo.resume()
await writePrivate(join(settings.dataFolder, 'local-url'), `${local}\n`)
say(`Noisefloor is ready at ${listens}`)
// A browser keeps no passkey for an address of numbers.
const named = settings.publicUrls[0] ?? listens.replace('//127.0.0.1:', '//localhost:')
if (
  settings.role !== 'worker' &&
  settings.localAccounts &&
  settings.publicUrls.length === 0 &&
  named !== listens
)
  say(`The same with passkeys: ${named}`)
if (runtime.sandbox() === 'nothing')
  say('Warning: this system has no Landlock, so the analytics engine can read every file this user can.')
say(`The local operator's API key lies in ${keyFile}`)
if (settings.role !== 'worker')
  await tellFirstOwner({
    deps: runtime.deps,
    workspace: workspaceId,
    url: named,
    dataFolder: settings.dataFolder,
    isTerminal: process.stdout.isTTY,
    say,
  }).catch((error: unknown) => {
    // Who ends it in this moment closes the stores below.
    if (!isStopping()) throw error
  })
