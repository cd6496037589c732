import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from './settings.ts'

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
