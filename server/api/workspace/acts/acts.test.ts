import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { assert, asyncModelRun, asyncProperty, commands } from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { type Inside, openInside } from '#tests/product/inside.ts'
import { type Able, drawnAct } from './act.ts'
import { acts as ofKeys } from './keys.ts'
import { look, lookAtEnded, lookAtKeys, lookAtPages } from './look.ts'
import { activePlace, type Person } from './model.ts'
import { acts as ofPeople } from './people.ts'
import { type Server, serverOn } from './server.ts'
import { acts as ofWorkspaces } from './workspaces.ts'

/**
 * Whatever people do in three workspaces, in whatever order, everybody sees what a model in memory says: acts over HTTP with real
 * sign-ins and keys, compared after each of them.
 */

const plans = join(mkdtempSync(join(tmpdir(), 'noisefloor-acts-')), 'plans.yaml')
const off = 'off/off/off'
let inside: Inside
let server: Server
beforeAll(async () => {
  writeFileSync(plans, 'offerings: { community: { entitlements: [feature-search-ips] } }\n')
  const clock = { ahead: 0 }
  // How often anybody may ask is no part of the model.
  const settings = { PLANS_FILE: plans, LIMIT_REQUESTS: off, LIMIT_CONNECTIONS: off }
  inside = await openInside(settings, {}, () => Date.now() + clock.ahead)
  server = serverOn(inside, clock)
})
afterAll(async () => {
  await inside.close()
  rmSync(dirname(plans), { recursive: true })
})

const isOwner = (person: Person): boolean => activePlace(person)?.owner === person
const able: Record<string, Able> = {
  accept: ({ people, invitations }) =>
    people.filter(({ email, joined }) =>
      invitations.some((one) => one.state === 'open' && one.email === email && joined.length > 0),
    ),
  delete: ({ people }) => people.filter((one) => isOwner(one) && one.joined.length > 1),
  'undo the delete': ({ people }) =>
    people.filter((one) => isOwner(one) && typeof activePlace(one)?.removal === 'number'),
}
const all = Object.entries({ ...ofPeople, ...ofWorkspaces, ...ofKeys }).map(([name, act]) =>
  drawnAct(name, act, able[name]),
)

/** Thousands of sequences take hours. */
const timeout = 12 * 3_600_000

test('three workspaces stay what the model says, whatever is done in them', { timeout }, async () => {
  await assert(
    asyncProperty(commands(all, { maxCommands: 25, size: 'max' }), async (sequence) => {
      const world = await server.newWorld()
      await asyncModelRun(() => ({ model: world, real: server }), sequence)
      for (const person of world.people) {
        await look(world, server, person)
        await lookAtPages(world, server, person)
      }
      for (const place of world.places) await lookAtKeys(server, place)
      await lookAtEnded(server, world.endedKeys)
    }),
    { numRuns: cases(15, 10_000) },
  )
})
