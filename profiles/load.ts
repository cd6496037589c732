import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { SensorProfile, ShippedProfiles } from '#model/sensor/profile.ts'
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

/** Their files are read when somebody asks for the first: that takes a tenth of a start, and most servers never need them. */
export function openProfiles(): ShippedProfiles {
  let read: ReadonlyMap<string, SensorProfile> | null = null
  const known = (): ReadonlyMap<string, SensorProfile> =>
    (read ??= new Map(loadProfiles().map((profile) => [profile.id, profile])))
  return { get: (id) => known().get(id), all: () => [...known().values()] }
}

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
