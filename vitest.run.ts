import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVariable } from '#store/testing/once.ts'
import { attackLack } from './sensor/testing/attack-lack.ts'
import { captureLack } from './sensor/testing/capture-right.ts'
import { privateAddress } from './sensor/testing/private-address.ts'
import { postgresPrograms, withoutPostgres } from '#store/testing/postgres-programs.ts'
import { parentOfRun, removeAbandoned, runPrefix } from './tests/run-folder.ts'

/** A folder for what the files of one run share (store/testing/once.ts) and make; removed when all have ended. */
export default function run(): () => void {
  if (postgresPrograms() === null) console.log(withoutPostgres)
  const lack = captureLack()
  if (lack !== null)
    console.log(`Nothing can be captured here (${lack}): what is claimed of it is no part of this run.`)
  const attacks = attackLack()
  if (attacks !== null)
    console.log(
      `No sensor can be attacked here (${attacks}): what is claimed of that is no part of this run.`,
    )
  if (privateAddress() === null)
    console.log('This machine has no private address: what is claimed of devices is no part of this run.')
  const parent = parentOfRun()
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, `${runPrefix}${process.pid}-`))
  if (parent !== tmpdir()) {
    // Not to be listed by others, but PostgreSQL, which never runs as root, must reach its own folder in there.
    chmodSync(folder, 0o711)
    process.env['TMPDIR'] = folder
  }
  process.env[runVariable] = folder
  // Every file is a process of its own, and so is every server it starts: what one compiled the next need not.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true })
}
