import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
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

// Elsewhere nothing gives way (model/give-way.ts).
test.runIf(process.platform === 'linux')(
  'an engine gives way to the server, also where sessions share evenly',
  async () => {
    const engine = await launchEngine({ dir, log: silent })
    expect(getPriority(engine.pid)).toBe(5)
    // A kernel without that feature has no such file.
    const group = await readFile(`/proc/${engine.pid}/autogroup`, 'utf8').catch(() => 'none nice 5')
    expect(group.trim()).toMatch(/ nice 5$/)
    await engine.stop()
  },
)
