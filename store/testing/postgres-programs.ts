import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps PostgreSQL's programs out of the path, in a folder a version. */
const debian = '/usr/lib/postgresql'

/** The folder of the system's `initdb` and `postgres`; null where there are none, and suites on PostgreSQL are no part of a run. */
export function postgresPrograms(): string | null {
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newest = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'))
  const folders = [...newest, ...(process.env['PATH'] ?? '').split(delimiter)]
  return (
    folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
  )
}

export const withoutPostgres =
  'No PostgreSQL on this machine (initdb): what is claimed of it is no part of this run.'
