import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '../product/command-line.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** The plans in force as the operator reads them by the command line. */

let inside: Inside
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-plans-'))
const { run, listed } = commandLine(() => inside)

beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.yaml')
  writeFileSync(
    PLANS_FILE,
    'offerings: { vip: { searchesPerWeek: 7, entitlements: [feature-api], limits: { feature-feeds: 5 }, fileUploadSize: { ipAnalysis: 20 }, pcaps: { fileSize: 50, keptDays: 1 } } }\nconsumerDomains: [mail.example]\n',
  )
  inside = await openInside({ PLANS_FILE })
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

test('plans are told as they are in force, with where each value comes from', async () => {
  const text = await run('plan', 'list')
  expect(text).toMatch(/^visitor: Visitor \(enterprise\) +searches without limit +history 90 days/m)
  expect(text).toMatch(/^community: Community \(community\) +searches 50 a week/m)
  const file = join(folder, 'plans.yaml')
  expect(text).toMatch(/^community: .*\(built in\)$/m)
  expect(text).toContain(
    `(${file} says entitlements, searches_per_week, limits, file_upload_size, pcaps)\n  feature-api\n`,
  )
  expect(text).toContain('A new account has enterprise; 1 consumer domain; ipSimilarity on.')
  expect(text).toContain(`(${file} says consumer_domains)`)
  const vip = await run('plan', 'show', 'vip')
  expect(vip).toMatch(new RegExp(`^  searches +7 a week +${file}$`, 'm'))
  expect(vip).toMatch(/^ {2}history +1 day +built in$/m)
  expect(vip).toMatch(new RegExp(`^  uploads +20 MB, CVEs 100 MB +${file}$`, 'm'))
  expect(vip).toMatch(
    new RegExp(
      `^  packets +at most +${file}\\n    a file 50 MB of 1000000 sessions\\n    at once 5\\n    kept 8000 MB for 1 day$`,
      'm',
    ),
  )
  expect(vip).toMatch(
    new RegExp(`^  limits +at once +${file}\\n    feature-feeds 5\\n    feature-alerts 3\\n`, 'm'),
  )
  expect(vip).toMatch(/^ {2}has +1 .*\n {4}feature-api\n {2}has not +\d+ /m)
  expect(await listed('plan', 'show', 'own')).toMatchObject({
    of: 'own',
    lacking: ['feature-trial', 'feature-consumer-email'],
    from_file: [],
  })
  for (const words of [['show'], ['show', 'gold'], ['list', 'vip'], []])
    await expect(run('plan', ...words)).rejects.toMatchObject({ code: 2 })
})
