import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { analyze } from './analyze/command.ts'
import { analyzeOptionsOf } from './analyze/options.ts'
import { captures } from './captures/command.ts'
import { connectionOf } from './connection.ts'
import { showCve } from './cve/command.ts'
import { loadDemo, removeDemo, showDemo } from './demo/command.ts'
import { sendRoutable } from './demo/routable.ts'
import { Exit, exitCodes } from './exit.ts'
import { exportQuery, formats } from './export/command.ts'
import { choiceOf } from './filter/choice.ts'
import { filter } from './filter/command.ts'
import { help } from './help.ts'
import { ingest } from './ingest/command.ts'
import { lookUp, query } from './look-up.ts'
import { printableLines } from './printable.ts'
import { runSensor } from './sensor/run.ts'
import { status } from './status.ts'
import { auditCommand } from './operator/audit.ts'
import { disputesCommand } from './operator/disputes.ts'
import { keysCommand } from './operator/keys.ts'
import { plansCommand } from './operator/plans.ts'
import { workspacesCommand } from './operator/workspaces.ts'
import { usersCommand } from './users/command.ts'

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
  'shift-to': { type: 'string' },
  unpublished: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  export: { type: 'string' },
  out: { type: 'string', short: 'o' },
  since: { type: 'string' },
  force: { type: 'boolean', default: false },
  limit: { type: 'string', short: 'n', default: '25' },
  source: { type: 'string' },
  kind: { type: 'string' },
  trust: { type: 'string' },
  licence: { type: 'string' },
  reference: { type: 'string' },
  base: { type: 'string' },
  add: { type: 'boolean', default: false },
  offering: { type: 'string' },
  expires: { type: 'string' },
  trial: { type: 'string' },
  'without-second-factor': { type: 'boolean', default: false },
  workspace: { type: 'string' },
  note: { type: 'string' },
  days: { type: 'string' },
  cves: { type: 'boolean', default: false },
  format: { type: 'string' },
  drop: { type: 'string' },
  profile: { type: 'string' },
  folder: { type: 'string' },
  interface: { type: 'string' },
  'port-offset': { type: 'string', default: '20000' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** A GNQL text may begin with "-" (-tags:Mirai, -(a OR b)); our own short options never hold such characters. */
const hidden = (word: string): string =>
  /^-[^-].*[:(\s"*]/.test(word) || /^-[("]/.test(word) ? `\0${word}` : word
const shown = (word: string): string => word.replace(/^\0/, '')

function read(args: string[]) {
  try {
    const all = { args: args.map(hidden), allowPositionals: true }
    const [command] = parseArgs({ ...all, options, strict: false }).positionals
    // Of a list it says that it stays, of a log which lines do.
    const keep = { type: command === 'filter' ? 'string' : 'boolean' } as const
    const parsed = parseArgs({ ...all, options: { ...options, keep }, strict: true })
    return { ...parsed, positionals: parsed.positionals.map(shown) }
  } catch (error) {
    throw new Exit('usage', `${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}

/** What a capture was taken at. */
function kindOf(text: string | undefined): { kind?: 'sensor' | 'network' } {
  if (text === undefined) return {}
  if (text !== 'sensor' && text !== 'network') throw new Exit('usage', `--kind sensor|network, not "${text}"`)
  return { kind: text }
}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = read(args)
  const [command, ...words] = positionals
  if (values.help || command === undefined || command === 'help') return console.log(help)
  const usage = (text: string) => new Exit('usage', `Usage: noisefloor ${text}`)
  if (values['shift-to'] !== undefined && values['shift-to'] !== 'now') throw usage('ingest … --shift-to now')
  const limit = /^\d{1,9}$/.test(values.limit) ? Number(values.limit) : null
  if (limit === null) throw usage('query GNQL --limit N (0 for all)')
  const dataFolder = process.env.NOISEFLOOR_DATA || join(process.cwd(), 'data')
  const connect = () => connectionOf({ url: values.url, key: values.key, dataFolder })
  switch (command) {
    case 'ingest':
      if (words.length === 0)
        throw usage('ingest FILE|DIR|- [--kind sensor|network] [--shift-to now] [--unpublished] [--json]')
      return ingest(connect(), words, {
        ...kindOf(values.kind),
        shiftToNow: values['shift-to'] === 'now',
        unpublished: values.unpublished,
        json: values.json,
      })
    case 'captures':
      return captures(connect(), words, { kind: kindOf(values.kind).kind, json: values.json })
    case 'ip':
      if (words.length !== 1) throw usage('ip ADDRESS [--json]')
      return lookUp(connect(), words[0] ?? '', values.json)
    case 'query':
      if (words.length === 0) throw usage("query 'GNQL' [--limit N] [--json]")
      if (values.export !== undefined) {
        const format = formats.find((known) => known === values.export)
        if (!format) throw usage("query 'GNQL' --export csv|json|ndjson|txt [--out FILE] [--since FILE]")
        const { out, since } = values
        return exportQuery(connect(), { query: words.join(' '), format, out, since })
      }
      if (values.out !== undefined || values.since !== undefined)
        throw usage("query 'GNQL' --export FORMAT [--out FILE] [--since FILE]")
      return query(connect(), words.join(' '), limit, values.json)
    case 'analyze': {
      if (words.length !== 1)
        throw usage('analyze FILE|- [--cves] [--export PART [--format FORMAT]] [--keep] [--json]')
      const options = analyzeOptionsOf(values, { json: values.json, keep: values.keep === true, limit })
      return analyze(connect(), words[0] ?? '', options)
    }
    case 'filter': {
      const keep = typeof values.keep === 'string' ? values.keep : undefined
      const choice = choiceOf({ keep, drop: values.drop })
      if (words.length !== 1) throw usage('filter FILE|- --drop PARTS|--keep PARTS')
      return filter(connect(), words[0] ?? '', choice)
    }
    case 'cve':
      if (words.length !== 1) throw usage('cve CVE-ID [--json]')
      return showCve(connect(), words[0] ?? '', values.json)
    case 'status':
      if (words.length !== 0) throw usage('status [--json]')
      return status(connect(), values.json)
    case 'user': {
      const { offering, expires, trial, json } = values
      const withoutSecondFactor = values['without-second-factor']
      return usersCommand(connect(), words, { offering, expires, trial, withoutSecondFactor, json })
    }
    case 'workspace':
      return workspacesCommand(connect(), words, values.json)
    case 'key':
      return keysCommand(connect(), words, { workspace: values.workspace, json: values.json })
    case 'plan':
      return plansCommand(connect(), words, values.json)
    case 'dispute': {
      const { note, days, json } = values
      return disputesCommand(connect(), words, { note, days, json })
    }
    case 'audit': {
      const { workspace, since, out, json } = values
      return auditCommand(connect(), words, { workspace, since, out, json })
    }
    case 'backup': {
      if (words.length !== 1) throw usage('backup FOLDER')
      const { backup } = await import('./backup/backup.ts')
      return backup(connect(), dataFolder, words[0] ?? '')
    }
    case 'restore': {
      if (words.length !== 1) throw usage('restore FOLDER, with NOISEFLOOR_DATA naming the new data folder')
      const { restore } = await import('./backup/restore.ts')
      return restore(words[0] ?? '', dataFolder)
    }
    case 'sources': {
      // Loaded when it is asked for: the other commands need none of it.
      const { sources } = await import('./sources/command.ts')
      return sources({ dataFolder, connect }, words, values)
    }
    case 'sensor':
      // Asked before this machine is enrolled: the agent, which knows it, too, begins afterwards.
      if (words.length !== 1 || words[0] !== 'run' || !/^\d{1,5}$/.test(values['port-offset']))
        throw usage('sensor run [--profile ID] [--port-offset N] [--interface NAME] [--folder DIR]')
      return runSensor(connect(), {
        folder: values.folder ?? join(dataFolder, 'sensor'),
        profile: values.profile,
        portOffset: values['port-offset'],
        interface: values.interface,
      })
    case 'demo':
      if (words.length > 1 || !['load', 'routable', 'remove', undefined].includes(words[0]))
        throw usage('demo [load|routable|remove]')
      if (words[0] === 'routable') return sendRoutable(connect())
      if (words[0] === undefined) return showDemo(connect(), values.json)
      return words[0] === 'load' ? loadDemo(connect()) : removeDemo(connect())
    default:
      throw new Exit('usage', `Unknown command "${command}".\n\n${help}`)
  }
}

// What started this ends it, however it dies: their channel closes.
process.once('disconnect', () => process.exit(exitCodes.failed))
process.channel?.unref()

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads has seen enough (`| head`).
  if (error.code === 'EPIPE') process.exit(exitCodes.ok)
  // A disk that is full, say: what was written is not all of it.
  console.error(`Standard output cannot be written (${error.code})`)
  process.exit(exitCodes.failed)
})

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(printableLines(error instanceof Exit ? error.message : inspect(error)))
  process.exitCode = error instanceof Exit ? error.code : exitCodes.failed
}
