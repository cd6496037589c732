import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { thoroughSetting } from '../cases.ts'

const root = join(import.meta.dirname, '..', '..')

const areas = ['model', 'gnql', 'packet', 'sources', 'store', 'pipeline', 'services', 'server', 'app']

const files = (): string[] =>
  areas
    .flatMap((area) =>
      readdirSync(join(root, area), { recursive: true, encoding: 'utf8' }).map((file) => join(area, file)),
    )
    .filter(
      (file) => /\.test\.tsx?$/.test(file) && readFileSync(join(root, file), 'utf8').includes('fast-check'),
    )

/** Runs every law over generated input with `rounds` seeds that `npm test` does not use; a failing seed is named. */
export function tortureLaws({ rounds }: { rounds: number }): {
  rounds: number
  files: number
  wrong: string[]
} {
  const laws = files()
  const wrong: string[] = []
  for (let round = 0; round < rounds; round++) {
    const seed = randomInt(2 ** 31)
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const projects = ['pure', 'unit'].flatMap((name) => ['--project', name])
    const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', ...projects, ...laws], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NOISEFLOOR_SEED: String(seed), NO_COLOR: '1', [thoroughSetting]: '1' },
      maxBuffer: 64 * 1024 * 1024,
    })
    if (status === 0) continue
    const failed = stdout.split('\n').filter((line) => line.trimStart().startsWith('FAIL'))
    // Where no claim failed the run itself did: its last words say how.
    const said = failed.length > 0 ? failed : [stderr.slice(-2000)]
    wrong.push(`NOISEFLOOR_SEED=${seed}:${said.map((line) => `\n${line}`).join('')}`)
    console.log(wrong.at(-1))
  }
  return { rounds, files: laws.length, wrong }
}
