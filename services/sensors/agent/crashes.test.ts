import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { connection } from '#packet/testing/exchange.ts'
import { pcapng } from '#packet/build/pcapng.ts'
import { startDrain } from '#pipeline/drain/drain.ts'
import { openDissection } from '#pipeline/ingest/dissection/open.ts'
import { repairCaptures } from '#pipeline/ingest/repair.ts'
import { openSpool, type Spool } from '#pipeline/spool/spool.ts'
import { sampleSession, scratchFolder } from '#pipeline/spool/testing.ts'
import { type AppStore, openAppStore } from '#store/app/open.ts'
import { claimMs } from '#store/app/sensors/claims.ts'
import { hostWith } from '#store/app/sensors/testing.ts'
import type { SensorBatches } from '#store/app/sensors/batches.ts'
import { uuidV7 } from '#store/identifier.ts'
import { openFiles } from '#store/files/files.ts'
import { silent } from '#store/log.ts'
import { Relay } from '../transporter/relay.ts'
import type { AgentCtx } from './agent-ctx.ts'
import { takeBatch } from './batch.ts'

/**
 * Two servers on one database, each with a spool of its own. One dies at some step of taking a batch in; the sensor sends it again to
 * the other, which may be quicker or slower than the first one's return.
 */

const dissection = openDissection()
afterAll(() => dissection.close())

const facts = sampleSession('').sourceFacts
const never = new Promise<never>(() => undefined)
const start = Date.UTC(2026, 10, 25, 12)

const steps = ['before the claim', 'claimed', 'renewed', 'committed', 'entered'] as const
type Step = (typeof steps)[number]

/** The batches of a server that stands still at a step: nothing it would do after that ever happens. */
const dyingAt = (batches: SensorBatches, step: Step | null, reached: () => void): SensorBatches => {
  const at = <T>(here: Step, value: T): T | Promise<never> => {
    if (here !== step) return value
    reached()
    return never
  }
  return {
    ...batches,
    async claim(of) {
      await at('before the claim', null)
      return at('claimed', await batches.claim(of))
    },
    renew: async (of) => at('renewed', await batches.renew(of)),
    async enter(of) {
      await at('committed', null)
      return at('entered', await batches.enter(of))
    },
  }
}

interface Server {
  spool: Spool
  ctx: AgentCtx
}

async function opened() {
  const folder = await scratchFolder()
  const store: AppStore = await openAppStore({ file: join(folder.path, 'app.db') })
  const { installation } = store
  const clock = { now: start }
  const { id } = await installation.workspaces.create({ name: 'w', publish: true, now: start })
  const workspace = installation.workspace(id)
  const { secret: token } = await workspace.sensors.tokens.create({
    profile: 'p',
    madeBy: '',
    now: start,
    expires: start + 1000,
  })
  const made = await installation.sensors.enroll(hostWith(token, start))
  if (!made) throw new Error('not enrolled')
  const files = await openFiles({ dir: join(folder.path, 'files'), clock: () => clock.now, minFreeBytes: 0 })
  /** What the engine holds, and how often each session came without being left out. */
  const engine = new Map<string, number>()
  const servers: Server[] = []

  async function serverAt(name: string, step: Step | null = null, reached = (): void => undefined) {
    const spool = await openSpool({
      dir: join(folder.path, name),
      clock: () => clock.now,
      minFreeBytes: 0,
      rangeBounds: { sessions: 1, bytes: 1 << 20 },
    })
    await repairCaptures({ spool, files, captures: installation.captures }, clock.now)
    const { sensors } = workspace
    const batches = dyingAt(sensors.batches, step, reached)
    const ctx: AgentCtx = {
      spool,
      files,
      dissection,
      enrich: () => facts,
      clock: () => clock.now,
      log: silent,
      profiles: { get: () => undefined, all: () => [] },
      sensorFiles: {
        template: async () => null,
        text: async () => '',
        agent: async () => null,
        updateKey: '',
        pin: () => '',
        sign: () => '',
      },
      relay: new Relay(() => clock.now),
      limits: { captureBytes: 1 << 20, retentionDays: 90, packets: { days: 30, bytes: null } },
      sensor: made!.sensor,
      workspace: { ...workspace, sensors: { ...sensors, batches } },
      publishes: true,
      nextChange: async () => undefined,
      record: async () => undefined,
    }
    const server = { spool, ctx }
    servers.push(server)
    return server
  }

  /** Stores all that a spool holds, as the drainer does: what may be stored already is left out where that is known. */
  async function drained({ spool }: Server): Promise<void> {
    const drain = await startDrain({
      spool,
      clock: () => clock.now,
      async store({ sessions, again: mayBe }, again) {
        for (const { id } of sessions)
          if (!((again || mayBe) && engine.has(id))) engine.set(id, (engine.get(id) ?? 0) + 1)
      },
    })
    await drain.idle()
    await drain.stop()
  }

  return {
    engine,
    clock,
    serverAt,
    drained,
    /** The disk of a server that died, as another process finds it. */
    async revived(name: string): Promise<Server> {
      await cp(join(folder.path, name), join(folder.path, `${name}-again`), { recursive: true })
      return serverAt(`${name}-again`)
    },
    async [Symbol.asyncDispose]() {
      for (const { spool } of servers) await spool.close()
      await store.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

const bytes = pcapng(
  [1, 2, 3].flatMap((n) =>
    connection(`GET /${n} HTTP/1.1\r\n\r\n`, '', {
      source: `198.18.0.${n}`,
      at: start - 5000,
    }),
  ),
)
const filler = '0'.repeat(32)
async function fill(spool: Spool, id: string): Promise<void> {
  const batch = await spool.begin(id)
  if (batch.kind !== 'open') throw new Error('The batch is known.')
  await batch.append([sampleSession(filler)])
  await batch.commit(null)
}
const sending = (ctx: AgentCtx, id: string) =>
  takeBatch(ctx, {
    id,
    body: Readable.from([bytes]),
    sha256: null,
    sentAt: null,
    signal: new AbortController().signal,
  })

test.each(
  steps.flatMap((step) =>
    (['stored by the dead one', 'drained late'] as const).flatMap((first) =>
      (['the other', 'the same, started again', 'the other, before it starts again twice'] as const).map(
        (then) => [step, first, then] as const,
      ),
    ),
  ),
)('a server dies %s, %s; sent again to %s: each session is stored once', async (step, first, then) => {
  await using run = await opened()
  const id = uuidV7(start)
  const dead = Promise.withResolvers<void>()
  const one = await run.serverAt('one', step, dead.resolve)
  // What is drained first after a start is taken for begun: the batch stands behind it.
  await fill(one.spool, 'before')
  void sending(one.ctx, id).catch(() => undefined)
  await dead.promise
  if (first === 'stored by the dead one') await run.drained(one)
  run.clock.now += 1000

  if (then === 'the same, started again') {
    const again = await run.revived('one')
    expect((await sending(again.ctx, id)).sessions).toBe(3)
    await run.drained(again)
  } else {
    const two = await run.serverAt('two')
    const early = await sending(two.ctx, id).catch((error: unknown) => error)
    // Whoever is at it is waited for, as long as it may be alive.
    const isUnsure = ['claimed', 'renewed', 'committed'].includes(step)
    expect(early).toMatchObject(isUnsure ? { code: 'busy', retryAfter: 5 } : { sessions: 3 })
    run.clock.now += claimMs
    expect((await sending(two.ctx, id)).sessions).toBe(3)
    await run.drained(two)
    let again = await run.revived('one')
    if (then === 'the other, before it starts again twice') again = await run.revived('one-again')
    await run.drained(again)
  }
  expect([...run.engine.values()].toSorted()).toEqual(run.engine.has(filler) ? [1, 1, 1, 1] : [1, 1, 1])
})

test('what was refused leaves no claim, so that it may be sent again elsewhere at once', async () => {
  await using run = await opened()
  const [one, two] = [await run.serverAt('one'), await run.serverAt('two')]
  const id = uuidV7(start)
  const wrong = sending({ ...one.ctx, limits: one.ctx.limits }, id.replace(/^./, 'x'))
  await expect(wrong).rejects.toMatchObject({ code: 'invalid-input' })
  const cut = { id, body: Readable.from([Buffer.from('no capture at all')]), sha256: null, sentAt: null }
  const { signal } = new AbortController()
  await expect(takeBatch(one.ctx, { ...cut, signal })).rejects.toMatchObject({ code: 'unreadable-capture' })
  expect(await sending(two.ctx, id)).toMatchObject({ sessions: 3, isRepeated: false })
  expect(await sending(one.ctx, id)).toMatchObject({ sessions: 3, isRepeated: true })
})
