import { text as textOf } from 'node:stream/consumers'
import { version } from '#model/version.ts'
import { type Arguments, WrongUsage } from './arguments.ts'
import { ownAddresses, readHost } from './host.ts'
import { isTlsError } from './checks.ts'
import { anyAnswer, enroll, leave } from './connection/calls.ts'
import { connect } from './connection/connection.ts'
import { kindOf, pinOf } from './connection/pin.ts'
import { writeConfig } from './settings/config.ts'
import type { Folder } from './settings/folder.ts'
import { readSettings, removeSettings, serverOf, type Settings, writeSettings } from './settings/settings.ts'

/** What somebody is told to do whose command names another key than the server has. */
const repair = 'make a new install command at the server, and run that'

/** `enroll`: the one-time token becomes the sensor's own, which is kept with what the server wants of it. */
export async function enrollHere(folder: Folder, args: Arguments): Promise<string> {
  const known = await readSettings(folder)
  if (known) return renewSettings(folder, known, args)
  if (!args.server || !args.token) throw new WrongUsage('enroll needs --server and --token')
  const server = serverOf(args.server)
  const token = (args.token === '-' ? await textOf(process.stdin) : args.token).trim()
  const fingerprint = args.fingerprint ? pinOf(args.fingerprint) : undefined
  const connection = connect({ server, fingerprint, repair })
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

/** A host that is a sensor stays that one, with the token of the first time: what is named of the server's key and of updates is taken. */
async function renewSettings(folder: Folder, known: Settings, args: Arguments): Promise<string> {
  const already = `Already sensor ${known.sensorId} of ${known.server}`
  // The key of another server would lose this one.
  if (args.server && serverOf(args.server) !== known.server)
    throw new Error(`${already}, not of ${serverOf(args.server)}: uninstall that one first`)
  const { fingerprint: before, ...others } = known
  const fingerprint =
    args.fingerprint === undefined ? before : args.fingerprint ? pinOf(args.fingerprint) : undefined
  const isProved = fingerprint === before || (await isProvedBy({ ...known, fingerprint }))
  const pin = isProved ? fingerprint : before
  const { updateKey = known.updateKey } = args
  if (pin !== before || updateKey !== known.updateKey)
    await writeSettings(folder, {
      ...others,
      ...(pin && { fingerprint: pin }),
      ...(updateKey && { updateKey }),
    })
  if (!isProved) return `${already}. No authority vouches for its certificate: what was named before stays.`
  if (pin === before) return `${already}.`
  return `${already}; from its next start on it takes ${pin ? `the ${kindOf(pin)} ${pin}` : 'a certificate that authorities vouch for'}.`
}

/**
 * Asks the server before anything is replaced: a key that it does not show would cut off a sensor that works.
 * @returns false where the pin was to go, and no authority vouches for what is shown
 * @throws WrongCertificate where another pin was named; the error of the connection
 */
async function isProvedBy({ server, sensorToken: token, fingerprint }: Settings): Promise<boolean> {
  const connection = connect({ server, token, fingerprint, repair })
  try {
    await anyAnswer(connection)
    return true
  } catch (error) {
    if (fingerprint === undefined && isTlsError(error)) return false
    throw error
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
