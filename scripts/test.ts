// `npm test`: types, lint with the borders, format, unit and integration claims, then the joins in a running product
// and a real browser. It never touches system packages. The last line is the count of claims.
// `npm test -- extra`: only the suites over extra data (docs/testing.md).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, browserAdvice } from '#tests/browser/find.ts'
import { extraDataFolder, extraDataSetting, NoExtraData } from '#tests/extra-data.ts'

const only = process.argv[2]
if (only !== undefined && only !== 'extra')
  fail(`Usage: npm test, or npm test -- extra; "${only}" is neither.`)
const extra = namedFolder()
if (only === 'extra' && extra === null) fail(`npm test -- extra needs ${extraDataSetting}=FOLDER.`)

const withBrowser = process.env.NOISEFLOOR_NO_BROWSER !== '1'
if (only === undefined && withBrowser && !findBrowser()) fail(browserAdvice)
if (!withBrowser) console.log('NOISEFLOOR_NO_BROWSER=1: the browser journeys are left out of this run.')
if (extra !== null) console.log(`${extraDataSetting}: the suites over ${extra} take part.`)

function fail(why: string): never {
  console.error(why)
  process.exit(2)
}

function namedFolder(): string | null {
  try {
    return extraDataFolder()
  } catch (error) {
    if (error instanceof NoExtraData) fail(error.message)
    throw error
  }
}

function step(title: string, command: string, args: string[]): number {
  console.log(`\n— ${title}`)
  const started = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  console.log(`  ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return status ?? 1
}

const scratch = mkdtempSync(join(tmpdir(), 'noisefloor-test-'))
const report = join(scratch, 'claims.json')
const claims = (title: string, ...args: string[]): number =>
  step(title, 'vitest', [
    'run',
    '--reporter=./scripts/progress.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ])

const results =
  only === 'extra'
    ? [claims('suites over extra data', '--project=extra')]
    : [
        step('lock', 'node', ['scripts/prune-lock.mjs', '--check']),
        step('types', 'react-router', ['typegen']) || step('types', 'tsc', ['-p', '.']),
        step('lint and borders', 'oxlint', ['--deny-warnings']),
        step('format', 'oxfmt', ['--check']),
        // All projects in one run: what they share is made once, and none waits for the last file of another.
        claims('unit and integration; joins: the running product and the browser'),
      ]
let [passed, failed] = [0, 0]
if (existsSync(report)) {
  const counted = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
  }
  passed = counted.numPassedTests
  failed = counted.numFailedTests
}
rmSync(scratch, { recursive: true, force: true })
const broken = results.some((status) => status !== 0)
if (broken && failed === 0) failed = 1
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(broken ? 1 : 0)
