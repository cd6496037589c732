import type { SensorConfig } from '#model/sensor/protocol.ts'
import { configOf } from '../wire/answers.ts'
import { snakeKeys } from '../wire/snake.ts'
import type { Folder } from './folder.ts'

/** The last configuration, kept as it comes over the wire, so that a start without the server is like one with it. */
const file = 'config.json'

export async function readConfig(folder: Folder): Promise<SensorConfig | null> {
  const value = await folder.readJson(file)
  return value === null ? null : configOf(value)
}

export const writeConfig = (folder: Folder, config: SensorConfig): Promise<void> =>
  folder.writeJson(file, snakeKeys(config))
