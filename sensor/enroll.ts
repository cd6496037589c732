import { text as textOf } from 'node:stream/consumers'
import { version } from '#model/version.ts'
import { type Arguments, WrongUsage } from './arguments.ts'
import { ownAddresses, readHost } from './host.ts'
import { enroll, leave } from './connection/calls.ts'
import { connect } from './connection/connection.ts'
import { pinOf } from './connection/pin.ts'
import { writeConfig } from './settings/config.ts'
import type { Folder } from './settings/folder.ts'
import { readSettings, removeSettings, serverOf, type Settings, writeSettings } from './settings/settings.ts'

/** `enroll`: the one-time token becomes the sensor's own, which is kept with what the server wants of it. */
export async function enrollHere(folder: Folder, args: Arguments): Promise<string> {
  const known = await readSettings(folder)
  if (known) {
    const { updateKey } = args
    // Installed again with updates: the token of the first time stays.
    if (updateKey && updateKey !== known.updateKey) await writeSettings(folder, { ...known, updateKey })
    return `Already sensor ${known.sensorId} of ${known.server}.`
  }
  if (!args.server || !args.token) throw new WrongUsage('enroll needs --server and --token')
  const server = serverOf(args.server)
  const token = (args.token === '-' ? await textOf(process.stdin) : args.token).trim()
  const fingerprint = args.fingerprint ? pinOf(args.fingerprint) : undefined
  const connection = connect({ server, fingerprint })
  try {
    const answer = await enroll(connection, {
      token,
      ...(await readHost()),
      agentVersion: version,
      addresses: ownAddresses(),
      sentAt: Date.now(),
    })
    const { sensorId, sensorToken } = answer
    const settings: Settings = {
      server,
      sensorId,
      sensorToken,
      ...(fingerprint && { fingerprint }),
      ...(args.updateKey && { updateKey: args.updateKey }),
    }
    await writeConfig(folder, answer.config)
    await writeSettings(folder, settings)
    return `This host is sensor "${answer.name}" (${sensorId}) of ${server}.`
  } finally {
    connection.close()
  }
}

/** `leave`: the server forgets the token; what was sent stays there. */
export async function leaveHere(folder: Folder): Promise<string> {
  const settings = await readSettings(folder)
  if (!settings) return 'This host is no sensor.'
  const { server, sensorToken: token, fingerprint } = settings
  const connection = connect({ server, token, fingerprint })
  try {
    await leave(connection)
    await removeSettings(folder)
    return `This host is no longer a sensor of ${server}.`
  } finally {
    connection.close()
  }
}
