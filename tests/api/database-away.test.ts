import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { browserAt, makeOwner } from './account-browser.ts'

/** Who is signed in while a table of the database cannot be read. */

let inside: Inside
const owner = browserAt(() => inside.url)
beforeAll(async () => {
  inside = await openInside()
  await makeOwner(owner, inside)
})
afterAll(() => inside.close())

/** Takes a table away until the test is over. */
function without(table: string): void {
  const db = new DatabaseSync(join(inside.dataFolder, 'noisefloor.db'))
  // Without it SQLite would have other tables point to the new name.
  db.exec('PRAGMA legacy_alter_table = ON')
  db.exec(`ALTER TABLE ${table} RENAME TO taken_away`)
  onTestFinished(() => {
    db.exec(`ALTER TABLE taken_away RENAME TO ${table}`)
    db.close()
  })
}
const page = (path: string) => owner.ask(path, { headers: { accept: 'text/html' } })

test('has their account though its key cannot be fetched, which the log says', async () => {
  expect((await owner.json('/api/workspace/key', 'PUT')).status).toBe(200)
  without('api_keys')
  const { user, workspaces } = await owner.account()
  expect([user.name, workspaces[0]?.key]).toEqual(['Ada L', null])
  expect(inside.logged.join('')).toContain('the key of the workspace could not be fetched')
})

test('reads pages as a visitor does though they cannot be fetched, which the log says; a call fails', async () => {
  expect(await (await page('/cheat-sheet')).text()).toContain('Ada L')
  // What is remembered of a sign-in is over in seconds; a sign-out elsewhere ends it at once.
  await inside.deps.installation.account('nobody').endSignIns()
  without('sign_ins')
  const shown = await page('/cheat-sheet')
  expect([shown.status, (await shown.text()).includes('Ada L')]).toEqual([200, false])
  expect((await page('/account/details')).headers.get('location')).toContain('/auth-required?redirect=')
  expect(inside.logged.join('')).toContain('the user could not be fetched')
  expect((await owner.ask('/api/user')).status).toBe(500)
})

test('is signed in again as soon as it can be read', async () => {
  expect((await owner.account()).user.name).toBe('Ada L')
  expect(await (await page('/cheat-sheet')).text()).toContain('Ada L')
})
