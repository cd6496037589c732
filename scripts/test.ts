// `npm test`: types, lint with the borders, format, unit and integration claims, then the joins in a running product
// and a real browser. It never touches system packages. The last line is the count of claims.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, browserAdvice } from '#tests/browser/find.ts'

const withBrowser = process.env.NOISEFLOOR_NO_BROWSER !== '1'
if (withBrowser && !findBrowser()) {
  console.error(browserAdvice)
  process.exit(1)
}
if (!withBrowser) console.log('NOISEFLOOR_NO_BROWSER=1: the browser journeys are left out of this run.')
if (!existsSync('../shared/data'))
  console.log(
    'No ../shared/data beside this checkout: the suites over real captures are left out of this run.',
  )

function step(title: string, command: string, args: string[]): number {
  console.log(`\n— ${title}`)
  const started = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  console.log(`  ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return status ?? 1
}

const scratch = mkdtempSync(join(tmpdir(), 'noisefloor-test-'))
const report = join(scratch, 'claims.json')
const results = [
  step('lock', 'node', ['scripts/prune-lock.mjs', '--check']),
  step('types', 'react-router', ['typegen']) || step('types', 'tsc', ['-p', '.']),
  step('lint and borders', 'oxlint', ['--deny-warnings']),
  step('format', 'oxfmt', ['--check']),
  // Both projects in one run: what they share is made once, and neither waits for the last file of the other.
  step('unit and integration; joins: the running product and the browser', 'vitest', [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]),
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
