import { NewerRelease } from '../../newer-release.ts'
import type { Migration } from './migration.ts'

/** Below 900: what is made of descriptions and of the catalogue (900-…, columns) differs between releases, and any of them bears it. */
const isNumbered = (name: string): boolean => /^[0-8]\d{2}-/.test(name)

/** @throws NewerRelease where numbered migrations were applied that are not ours */
export function refuseNewer(
  applied: readonly { migration: string }[],
  migrations: readonly Migration[],
  database: string,
): void {
  const ours = migrations.map(({ name }) => name).filter(isNumbered)
  const names = applied.map(({ migration }) => migration)
  const found = names.find((name) => isNumbered(name) && !ours.includes(name))
  if (found === undefined) return
  throw new NewerRelease({
    where: `The analytics database ${database}`,
    found,
    last: ours.at(-1) ?? 'none',
  })
}
