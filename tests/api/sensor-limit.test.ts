import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { argumentsOf } from '#sensor/arguments.ts'
import { enrollHere } from '#sensor/enroll.ts'
import { type Folder, openFolder } from '#sensor/settings/folder.ts'
import { readSettings, writeSettings } from '#sensor/settings/settings.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { browserAt, makePerson } from './account-browser.ts'
import { base, ownerOfSensors } from './owner-of-sensors.ts'

/** How many sensors a plan allows: Vic's one, Kim's too, whose tokens are made by a key, Eve's any number. */

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-sensor-limit-'))
const refusal = 'Your plan allows 1 sensors: remove one first.'

let inside: Inside
beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.yaml')
  writeFileSync(PLANS_FILE, 'offerings: { vip: { limits: { feature-sensors: 1 } } }\n')
  inside = await openInside({ PLANS_FILE })
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

async function person(email: string, offering: 'vip' | 'enterprise') {
  const browser = browserAt(() => inside.url)
  await makePerson(inside, { email, offering })
  await browser.signIn(email)
  return { ...browser, ...ownerOfSensors(() => inside.url, browser) }
}

type Person = Awaited<ReturnType<typeof person>>

/** The status that a host gets, and what it is told for a person. */
async function heard(answer: Response): Promise<[number, string]> {
  const { detail = '' } = (await answer.json()) as { detail?: string }
  return [answer.status, detail]
}

/** Five tokens that were made before any was used, and five hosts that come with them at once. */
async function fiveCome({ come }: Pick<Person, 'come'>, begun: () => Promise<string>) {
  const tokens = [await begun(), await begun(), await begun(), await begun(), await begun()]
  const told = await Promise.all(tokens.map(async (token) => heard(await come(token))))
  return { tokens, told: told.toSorted(([one], [other]) => one - other) }
}

test('hosts beyond what the plan allows are told so, whenever their tokens were made, and come in when there is place', async () => {
  const vic = await person('vic@example.org', 'vip')
  const { tokens, told } = await fiveCome(vic, async () => (await vic.begun()).token)
  expect(told).toEqual([[201, ''], ...Array.from({ length: 4 }, () => [409, refusal])])
  const { sensors } = await vic.told<{ sensors: { id: string }[] }>(base)
  expect(sensors).toHaveLength(1)
  await vic.ask(`${base}/${sensors[0]!.id}`, { method: 'DELETE' })
  const later = []
  for (const token of tokens) later.push((await vic.come(token)).status)
  expect(later.toSorted(), 'one token was used, one of the others finds place').toEqual([
    201, 401, 409, 409, 409,
  ])
})

test('where the plan is full there is a command still: the agent of a sensor takes what it names, and a new host is refused', async () => {
  const pat = await person('pat@example.org', 'vip')
  const folders = [await openFolder(join(folder, 'one')), await openFolder(join(folder, 'new'))] as const
  // As the command does: it runs the script, which calls the agent with what stands in it.
  const run = async (at: Folder) => {
    const script = await (await pat.ask(`${base}/script?type=install`)).text()
    const named = (name: string) => new RegExp(`^${name}='([^']*)'$`, 'm').exec(script)?.[1] ?? ''
    const options = ['--server', named('server'), '--token', named('token'), '--fingerprint', named('pin')]
    return enrollHere(at, argumentsOf(['enroll', ...options, '--update-key', named('update_key')]))
  }
  expect((await pat.begun()).has_place).toBe(true)
  expect(await run(folders[0])).toMatch(/^This host is sensor /)
  const first = (await readSettings(folders[0]))!
  const { updateKey, ...older } = first
  expect(updateKey).toBeTruthy()
  // As of a host that was installed without updates.
  await writeSettings(folders[0], older)
  expect(await run(folders[0])).toBe(`Already sensor ${first.sensorId} of ${first.server}.`)
  expect(await readSettings(folders[0])).toEqual(first)
  await expect(run(folders[1])).rejects.toThrow(refusal)
  expect(await readSettings(folders[1])).toBeNull()
  expect((await pat.begun()).has_place).toBe(false)
  const { sensors } = await pat.told<{ sensors: { id: string }[] }>(base)
  expect(sensors.map(({ id }) => id)).toEqual([first.sensorId])
})

test('tokens that a key made come under the plan of the workspace’s owner', async () => {
  const kim = await person('kim@example.org', 'vip')
  const { workspaces } = await kim.told<{ workspaces: { id: string }[] }>('/api/user')
  const { secret } = await inside.deps.installation.keys.create({
    workspace: workspaces[0]!.id,
    now: Date.now(),
  })
  const { told } = await fiveCome(kim, async () => {
    const answer = await fetch(new URL(`${base}/script?type=install`, inside.url), {
      headers: { key: secret },
    })
    return /nfi_[\w-]{43}/.exec(await answer.text())?.[0] ?? ''
  })
  expect(told.map(([status]) => status)).toEqual([201, 409, 409, 409, 409])
})

test('a plan without a limit takes every host', async () => {
  const eve = await person('eve@example.org', 'enterprise')
  const { told } = await fiveCome(eve, async () => (await eve.begun()).token)
  expect(told.map(([status]) => status)).toEqual([201, 201, 201, 201, 201])
})
