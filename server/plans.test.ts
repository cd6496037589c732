import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { limitedIds, limitOf } from '#model/entitlements.ts'
import { usualPcaps } from '#model/pcap.ts'
import { readPlans } from './plans.ts'
import { readSettings } from './settings.ts'

test('a plan says how many of what is counted may be kept, and how large a file may be; what it does not say is as usual', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-plans-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'plans.yaml')
  const plansOf = (text: string) => {
    writeFileSync(file, text)
    return readPlans(file)
  }
  const { offerings, visitor } = plansOf(
    'offerings: { vip: { limits: { feature-sensors: 0, feature-feeds: 5, feature-alerts: null }, fileUploadSize: { ipAnalysis: 20 }, pcaps: { keptDays: 30 } } }',
  )
  const { vip, enterprise, community } = offerings
  expect(limitedIds.map((id) => limitOf(vip, id))).toEqual([0, 5, null, null])
  expect(vip.fileUploadSize).toEqual({ ipAnalysis: 20, cveAnalysis: 100 })
  expect(vip.pcaps).toEqual({ ...usualPcaps, keptDays: 30 })
  expect(enterprise.pcaps).toEqual(usualPcaps)
  expect(limitedIds.map((id) => limitOf(enterprise, id))).toEqual([null, null, null, null])
  // Without the entitlement three alerts are anybody's.
  for (const plan of [visitor, community]) expect(limitOf(plan, 'feature-alerts')).toBe(3)
  for (const plan of [visitor, community, enterprise])
    expect(plan.fileUploadSize).toEqual({ ipAnalysis: 100, cveAnalysis: 100 })
  for (const text of [
    'visitor: { limits: { feature-api: 1 } }',
    'visitor: { limits: { feature-feeds: -1 } }',
    'visitor: { fileUploadSize: { ipAnalysis: 0 } }',
    'visitor: { fileUploadSize: 5 }',
    'visitor: { pcaps: { sessions: 1000001 } }',
    'visitor: { pcaps: { atOnce: 0 } }',
  ])
    expect(() => plansOf(text)).toThrow(/^visitor\./)
})

test('a plan that lists its entitlements reaches one day back where it does not say how far; the shipped ones say 90 days', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-plans-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'plans.yaml')
  writeFileSync(
    file,
    `visitor: { entitlements: [feature-search-ips] }
own: { name: Ours }
offerings: { vip: { entitlements: [feature-api], historicDays: 30 } }
`,
  )
  const { visitor, own, offerings } = readPlans(file)
  const { community, vip, enterprise } = offerings
  expect([visitor, own, community, vip, enterprise].map(({ historicDays }) => historicDays)).toEqual([
    1, 90, 1, 30, 90,
  ])
  const shipped = readPlans(undefined)
  expect([shipped.visitor, shipped.own, shipped.offerings.vip].map((one) => one.historicDays)).toEqual([
    90, 90, 90,
  ])
})

test('plans of the data folder are in force without a setting, and a mistake in them is told with its place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-plans-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const read = (text: string) => {
    writeFileSync(join(folder, 'plans.yaml'), text)
    return readSettings({ NOISEFLOOR_DATA: folder }, folder)
  }
  expect(read('# nothing yet\n')).toMatchObject({ ok: true })
  expect(read('visitor: { historicDays: 7 } # a week\n')).toMatchObject({
    ok: true,
    settings: { plans: { visitor: { historicDays: 7, offering: 'enterprise' } } },
  })
  const said = read(
    'own: { name: Ours }\nofferings: { vip: { offering: community, name: V } }\nnewUser: vip\n',
  )
  expect(said).toMatchObject({
    settings: {
      plans: {
        offerings: { vip: { offering: 'vip' } },
        // What is of no effect is not said.
        from: { path: join(folder, 'plans.yaml'), said: new Set(['newUser', 'own.name', 'vip.name']) },
      },
    },
  })
  for (const [text, problem] of [
    ['visitor: { historicDays: 700 }', /PLANS_FILE: visitor\.historicDays/],
    ['visitor: { historicDay: 7 }', /PLANS_FILE: visitor/],
    ['visitor: [', /PLANS_FILE: .*line 1/s],
    [
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]`,
      /PLANS_FILE: /,
    ],
  ] as const)
    expect(read(text)).toMatchObject({ ok: false, problems: [expect.stringMatching(problem)] })
})
