import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVariable } from '#store/testing/once.ts'

/** A folder for what the files of one run share (store/testing/once.ts); removed when all have ended. */
export default function run(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-run-'))
  process.env[runVariable] = folder
  // Every file is a process of its own, and so is every server it starts: what one compiled the next need not.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true })
}
