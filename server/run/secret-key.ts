import { createHash, randomBytes } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Settings } from '#store/app/installation.ts'
import type { AppStore } from '#store/app/open.ts'
import type { Log } from '#store/log.ts'
import type { Settings as ServerSettings } from '../settings.ts'
import { writePrivate } from './local-operator.ts'
import { CannotStart } from './cannot-start.ts'

export interface SecretKeyOptions {
  /** What the operator set (SECRET_KEY); undefined: a file of the data folder. */
  given: string | undefined
  dataFolder: string
  /** Where the fingerprint of the key is kept. */
  settings: Settings
  /** Whether other servers may work on the same application state. */
  isShared: boolean
  log: Log
}

/**
 * The key with which this installation signs and encrypts what it hands out or keeps: scroll tokens, seeds of second factors, tokens of
 * providers. 32 bytes, the same in every server on one database, so that each can read what another wrote.
 * @throws CannotStart where servers that share a database have different keys
 */
export async function secretKey({
  given,
  dataFolder,
  settings,
  isShared,
  log,
}: SecretKeyOptions): Promise<Uint8Array> {
  const file = join(dataFolder, 'secret-key')
  const known = await settings.get('secret-key-fingerprint', z.string())
  const found = given ?? (await textOf(file))?.trim()
  // A second server would make a key of its own, and could not read what the first one sealed.
  if (!found && known !== null && isShared) throw differs(file)
  const text = found || randomBytes(32).toString('base64url')
  if (!found) await writePrivate(file, `${text}\n`)
  const key = createHash('sha256').update(text).digest()
  const fingerprint = createHash('sha256').update('noisefloor fingerprint').update(key).digest('hex')
  if (known !== null && known !== fingerprint) {
    if (isShared) throw differs(file)
    log.warn(
      {},
      'the secret key is another than before: second factors by code cannot be read, recovery codes and passkeys go on working',
    )
  }
  if (known !== fingerprint) await settings.put('secret-key-fingerprint', fingerprint)
  return key
}

/** @returns null where there is none. @throws CannotStart where there is one that cannot be read: another in its place would be the end of it */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A link that leads nowhere is "not found", too: its disk is not mounted, say.
    const isThere = code !== 'ENOENT' || (await lstat(file).catch(() => null)) !== null
    if (!isThere) return null
    throw new CannotStart(
      `The secret key ${file} cannot be read (${code}): let this user read it. Only where it is lost, remove it: the next start makes another, which cannot read what this one sealed.`,
    )
  }
}

/** Of several servers that start at once on a new database one makes it. @throws CannotStart */
export function secretKeyOf(
  settings: Pick<ServerSettings, 'secretKey' | 'dataFolder' | 'databaseUrl'>,
  { installation, locks }: Pick<AppStore, 'installation' | 'locks'>,
  log: Log,
): Promise<Uint8Array> {
  const find = () =>
    secretKey({
      given: settings.secretKey,
      dataFolder: settings.dataFolder,
      settings: installation.settings,
      isShared: settings.databaseUrl !== undefined,
      log,
    })
  return locks ? locks.withLock('secret-key', find, { shared: false }) : find()
}

const differs = (file: string): CannotStart =>
  new CannotStart(
    `Other servers on this database use another secret key. Set SECRET_KEY to theirs, or copy their file secret-key to ${file}.`,
  )
