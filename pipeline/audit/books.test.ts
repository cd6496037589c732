import { afterAll, beforeAll, expect, test } from 'vitest'
import { silent } from '#store/log.ts'
import { scratchFolder } from '../spool/testing.ts'
import { type Bench, openBench, openHome } from './testing.ts'

/** What the log says of a batch index and captures that do not hold the same. */

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

test('a row that is missing on one side, as after a kill, is a warning; one that is damaged is an error', async () => {
  await using folder = await scratchFolder()
  const said: string[] = []
  const log = {
    ...silent,
    warn: (_: object, text: string) => said.push(`warn ${text}`),
    error: (_: object, text: string) => said.push(`error ${text}`),
  }
  await using home = await openHome(bench, folder.path, { log })
  const { id } = await home.send()
  await home.drain.idle()
  await home.app.deleteFrom('captures').execute()
  await home.round()
  expect(said).toEqual([expect.stringMatching(/^warn .*nothing is lost/)])
  await home.app.updateTable('captures').set({ name: 'mondax.pcap' }).where('id', '=', id).execute()
  await home.round()
  expect(said.slice(1)).toEqual([expect.stringMatching(/^error .*repaired/)])
})
