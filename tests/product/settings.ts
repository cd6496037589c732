import { readSettings, type Settings } from '#server/settings.ts'
import { environmentOf, prepareDataFolder, root } from './start.ts'

/** The settings of a server inside the test's own process, whose folder holds what every first start makes the same. */
export async function settingsIn(
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<Settings> {
  await prepareDataFolder(dataFolder)
  const read = readSettings(environmentOf(dataFolder, { environment }), root)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.settings
}
