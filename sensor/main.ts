import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { version } from '#model/version.ts'
import { type Arguments, argumentsOf, WrongUsage } from './arguments.ts'
import { checkProfile } from './check-profile.ts'
import { messageOf } from './checks.ts'
import { enrollHere, leaveHere } from './enroll.ts'
import { help } from './help.ts'
import { run } from './run.ts'
import { openFolder } from './settings/folder.ts'
import { holdFolder } from './settings/only-one.ts'
import { readSettings } from './settings/settings.ts'
import { transporterOf } from './transporter/settings.ts'
import { transport } from './transporter/transport.ts'
import { applyUpdate } from './update/apply.ts'
import { profileOf } from './wire/profile.ts'
import { WrongShape } from './wire/read.ts'

/** The one place where the agent meets the process it is: arguments, signals, standard output. */
async function main(args: Arguments): Promise<string | null> {
  const { command } = args
  if (command === 'help') return help
  if (command === 'version') return version
  if (command === 'check-profile') {
    if (!args.file) throw new WrongUsage('check-profile needs a FILE')
    const profile = profileOf(JSON.parse(await readFile(args.file, 'utf8')))
    return checkProfile(profile, args.portOffset ?? 20_000)
  }
  if (command === 'apply-update') return applyUpdate(args.folder, fileURLToPath(import.meta.url))
  if (command === 'transport') {
    if (!args.file) throw new WrongUsage('transport needs a FILE')
    const settings = transporterOf(JSON.parse(await readFile(args.file, 'utf8')))
    await transport(settings, { signal: untilToldToEnd(), say: (line) => console.error(line) })
    return null
  }
  const folder = await openFolder(args.folder)
  if (command === 'enroll') return enrollHere(folder, args)
  if (command === 'leave') return leaveHere(folder)
  const settings = await readSettings(folder)
  if (!settings) throw new WrongUsage(`${args.folder} has no settings.json: enroll this host first`)
  const held = await holdFolder(folder)
  await run(folder, settings, args, { signal: untilToldToEnd(), say: (line) => console.error(line) })
  held.close()
  return null
}

function untilToldToEnd(): AbortSignal {
  const told = new AbortController()
  // However often: who is impatient would lose what is being written.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => told.abort())
  // Started by another process of ours (cli/sensor): ends with it.
  process.once('disconnect', () => told.abort())
  process.channel?.unref()
  return told.signal
}

try {
  const said = await main(argumentsOf(process.argv.slice(2)))
  if (said !== null) console.log(said)
} catch (error) {
  console.error(messageOf(error) || error)
  process.exitCode = error instanceof WrongUsage || error instanceof WrongShape ? 2 : 1
}
