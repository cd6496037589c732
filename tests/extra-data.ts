import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Extra data (captures and lists of others, in a folder shaped like docs/testing.md says) is found through this one
 * setting and never looked for elsewhere. Suites over it are named `*.extra.test.ts`; without the setting they are no part of the run.
 */
export const extraDataSetting = 'NOISEFLOOR_TEST_DATA'

/** The setting names what cannot be used; the message is for the person who set it. */
export class NoExtraData extends Error {}

/**
 * The folder of extra data, absolute; null when none is named.
 * @param named by an option such as --data; it goes before the setting
 * @throws NoExtraData when the folder named is none
 */
export function extraDataFolder(named = process.env[extraDataSetting]): string | null {
  if (named === undefined || named === '') return null
  const folder = resolve(named)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new NoExtraData(`${extraDataSetting} (or --data) names ${folder}, and there is no such folder.`)
  return folder
}

/** A file or folder of the extra data, for suites that have no other purpose. @throws NoExtraData when it is not there */
export function extraData(path: string, named?: string): string {
  const folder = extraDataFolder(named)
  if (folder === null)
    throw new NoExtraData(`This needs extra data: name its folder with ${extraDataSetting} or --data.`)
  const found = join(folder, path)
  if (!existsSync(found)) throw new NoExtraData(`The extra data in ${folder} holds no ${path}.`)
  return found
}
