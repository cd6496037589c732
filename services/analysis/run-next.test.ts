import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { analysisTask } from '#store/app/analyses.ts'
import { openAppStore } from '#store/app/open.ts'
import { openFiles } from '#store/files/files.ts'
import { uuidV7 } from '#store/identifier.ts'
import { silent } from '#store/log.ts'
import { kinds } from './kinds.ts'
import { openAnalysisParts } from './parts.ts'
import { openAnalysisRunner } from './run-next.ts'

/** Two workspaces of one server: real files, threads and tasks. */

const dir = await mkdtemp(join(tmpdir(), 'noisefloor-runner-'))
const clock = () => Date.now()
const store = await openAppStore({ file: join(dir, 'app.db') })
const files = await openFiles({ dir: join(dir, 'files'), clock, minFreeBytes: 0 })
const parts = openAnalysisParts(files, { wake: () => undefined, keptDays: 30 })
afterAll(async () => {
  await parts.analyzer.close()
  await store.close()
  await rm(dir, { recursive: true })
})

async function workspaceNamed(name: string) {
  const { id } = await store.installation.workspaces.create({ name, publish: false, now: clock() })
  const { analyses } = store.installation.workspace(id)
  return {
    analyses,
    async enter(content: string): Promise<string> {
      async function* body(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(content)
      }
      const { id: input, bytes } = await files.receive(body(), { limit: 1e9 })
      const now = clock()
      const [analysis, fileName] = [uuidV7(now), '']
      const rest = { user: '', shared: true, fileName, created: now, expires: now + 1e9 }
      await analyses.enter({ id: analysis, kind: 'ips', name: 'list', bytes, input, ...rest })
      return analysis
    },
  }
}

const runner = () =>
  openAnalysisRunner({
    installation: store.installation,
    analyses: parts,
    // These lists hold no blocks: nothing is asked.
    memoryIndex: { between: () => [], documents: () => null },
    clock,
    log: silent,
  })

test('a list whose reading ends the process is read a few times more, and then no more', async () => {
  const { analyses, enter } = await workspaceNamed('deadly')
  const id = await enter('8.8.8.8')
  const { tasks } = store.installation
  const begin = () => tasks.take({ kinds: [analysisTask], now: clock(), leaseMs: -1, limit: 1, without: [] })
  let tries = 0
  while ((await analyses.get(id, clock()))?.state !== 'failed') {
    // As of a process that is gone with it: nobody says that it is over.
    expect(await begin()).toHaveLength(1)
    tries += 1
    if (tries < 8) continue
    const run = runner()
    while (await run(new AbortController().signal));
  }
  expect([tries, (await analyses.get(id, clock()))?.error]).toEqual([8, kinds.ips.refusal])
  expect(await begin()).toEqual([])
})

test('a workspace that sends many large lists keeps no other waiting', async () => {
  const [busy, quiet] = [await workspaceNamed('busy'), await workspaceNamed('quiet')]
  const large = Array.from({ length: 300_000 }, (_, at) => `20.${at >> 16}.${(at >> 8) & 255}.${at & 255}\n`)
  const theirs: string[] = []
  for (let at = 0; at < 6; at += 1) theirs.push(await busy.enter(large.join('')))
  const own = await quiet.enter('8.8.8.8')
  const run = runner()
  const { signal } = new AbortController()
  const stateOf = async (id: string) => (await quiet.analyses.get(id, clock()))?.state
  while ((await stateOf(own)) !== 'completed') expect(await run(signal)).toBe(true)
  const done = await Promise.all(theirs.map(async (id) => (await busy.analyses.get(id, clock()))?.state))
  // It came last and was done before the first six were: no more than two of these at once.
  expect(done.filter((state) => state === 'completed').length).toBeLessThanOrEqual(3)
  while (await run(signal));
  for (const id of theirs) expect((await busy.analyses.get(id, clock()))?.state).toBe('completed')
})
