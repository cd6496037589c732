import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppStore } from '#store/app/open.ts'
import { replaceFile } from '#store/files/durable.ts'
import type { Settings as ServerSettings } from '../settings.ts'
import { CannotStart } from './cannot-start.ts'

/** The file in a folder of FILES_URL that says of which installation it is. */
const markName = 'installation'
const settingName = 'files-folder'
const kindsOfFiles = ['captures', 'analyses', 'pcaps'] as const

/**
 * The folder under which this server keeps captures, lists and results. Servers on one database may share one that FILES_URL names: it holds
 * the installation's mark, because in a folder of another installation everything would look like left behind and be removed, and in an
 * empty one (a disk that is not mounted) everything would look gone.
 * @throws CannotStart where it is not there, or not this installation's
 */
export async function filesFolder(
  { dataFolder, filesFolder: folder }: Pick<ServerSettings, 'dataFolder' | 'filesFolder'>,
  app: Promise<Pick<AppStore, 'installation' | 'locks'>>,
): Promise<string> {
  if (folder === undefined) return dataFolder
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CannotStart(
        `The folder ${folder} of FILES_URL cannot be used (${error.code}): it must be there, and this user may write in it.`,
      )
    },
  )
  await requireMoved(dataFolder, folder)
  const { installation, locks } = await app
  const check = (): Promise<void> => requireOwn(folder, installation.settings)
  await (locks ? locks.withLock(settingName, check, { shared: false }) : check())
  return folder
}

/** @throws CannotStart for a folder with the mark of another installation, or without the one that this installation gave its folder */
async function requireOwn(folder: string, settings: AppStore['installation']['settings']): Promise<void> {
  const path = join(folder, markName)
  const known = await settings.get(settingName, z.string())
  const found = (await readFile(path, 'utf8').catch(ifThere))?.trim() ?? null
  if (found !== null && found !== known)
    throw new CannotStart(
      `The folder ${folder} of FILES_URL belongs to another installation, as its file ${markName} says: give each installation a folder of its own.`,
    )
  if (found === null && known !== null)
    throw new CannotStart(
      `The folder ${folder} of FILES_URL is not the one that this installation used: is it mounted? To go on with this one, write ${known} into its file ${markName}.`,
    )
  if (known !== null) return
  const mark = randomUUID()
  // After a crash in between, the next start tells the operator what to write.
  await settings.put(settingName, mark)
  await replaceFile(path, `${mark}\n`)
}

const ifThere = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** @throws CannotStart where the data folder has files that nobody would find in the other */
async function requireMoved(dataFolder: string, folder: string): Promise<void> {
  for (const kind of kindsOfFiles)
    if (await holdsAny(join(dataFolder, kind)))
      throw new CannotStart(
        `${join(dataFolder, kind)} holds files that would not be found: move what is in it to ${join(folder, kind)}, or unset FILES_URL.`,
      )
}

async function holdsAny(folder: string): Promise<boolean> {
  for (const name of await namesIn(folder))
    // What was not whole when a server ended is nobody's.
    if (name !== 'incoming' && (await namesIn(join(folder, name))).length > 0) return true
  return false
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
