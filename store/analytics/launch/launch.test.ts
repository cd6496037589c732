import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { launchEngine } from './launch.ts'
import { silent } from '../../log.ts'

const dir = await mkdtemp(join(tmpdir(), 'engine-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

test('an engine starts, keeps its config to itself, refuses a second start on its folder and stops', async () => {
  const engine = await launchEngine({ dir, log: silent })
  await expect(launchEngine({ dir, log: silent, lockWait: 300 })).rejects.toThrow('already serves')
  const runs = await readdir(join(dir, 'run'))
  expect(runs).toHaveLength(1)
  for (const file of ['config.xml', 'users.xml']) {
    expect((await stat(join(dir, 'run', String(runs[0]), file))).mode & 0o777).toBe(0o600)
  }
  for (const folder of [dir, join(dir, 'run'), join(dir, 'run', String(runs[0]))]) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  }
  await engine.stop()
  expect((await engine.exited).wished).toBe(true)
})
