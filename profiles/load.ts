import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { SensorProfile } from '#model/sensor/profile.ts'
import { profileSchema } from './schema.ts'

const ending = '.yaml'

/**
 * The profiles that come with the product, a file each, named after its id; by name.
 * @throws Error that says which file is not valid, and why
 */
export const loadProfiles = (folder = import.meta.dirname): readonly SensorProfile[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => readProfile(readFileSync(join(folder, file), 'utf8'), file))
    .sort((one, other) => (one.name < other.name ? -1 : 1))

const readProfile = (text: string, file: string): SensorProfile => {
  const parsed = profileSchema.safeParse(parse(text))
  if (!parsed.success) throw new Error(`profiles/${file}: ${z.prettifyError(parsed.error)}`)
  if (`${parsed.data.id}${ending}` !== file) throw new Error(`profiles/${file}: expected id ${file}`)
  return frozen(parsed.data)
}

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen)
    Object.freeze(value)
  }
  return value
}
