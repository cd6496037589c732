import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { refuse } from '#model/errors.ts'
import { startPrefix } from '../launch/config.ts'
import { defineQuery } from '../query/define.ts'
import { QueryFailed } from '../query/errors.ts'
import type { Querier } from '../query/querier.ts'

/**
 * A lock out of what the engine does atomically: making a table. Each holder makes `migration_lock_N+1` when N is
 * free or its holder fell silent; only the highest N holds. Numbers only grow, so that a waiter who acts on an old
 * view can at worst make a lower number, notice and step back.
 */
const lease = 60
const beat = 10_000

/** Names the present start of an engine of ours; for an engine of others it says nothing. */
const engineStart = defineQuery({
  name: 'start of the engine',
  params: z.object({}),
  row: z.object({ start: z.string() }),
  sql: 'SELECT displayName() AS start',
})

const isOurs = (start: string): string => `startsWith(${start}, '${startPrefix}')`

const locks = defineQuery({
  name: 'migration locks',
  params: z.object({}),
  row: z.object({ generation: z.coerce.number(), free: z.coerce.boolean() }),
  // A lock made in an earlier start of an engine of ours, as its comment tells, belongs to a process that lost that engine.
  sql: `SELECT toUInt32(splitByChar('_', name)[3]) AS generation, splitByChar(' ', comment)[2] AS start,
    comment = 'free' OR dateDiff('second', metadata_modification_time, now()) > ${lease}
      OR (${isOurs('start')} AND ${isOurs('displayName()')} AND start != displayName()) AS free
    FROM system.tables WHERE database = '{local}' AND match(name, '^migration_lock_[0-9]+$') ORDER BY generation DESC`,
})

export interface Held {
  /** @throws Refusal "conflict" when another took over because we fell silent */
  check(): Promise<void>
  release(): Promise<void>
}

/** Waits for the lock. @throws Refusal "busy" when it stays held longer than `patience` milliseconds */
export async function holdLock(querier: Querier, patience: number): Promise<Held> {
  const deadline = performance.now() + patience
  const [engine] = await querier.run(engineStart, {})
  // Of an engine of others the name may be any text, and stands for nothing here.
  const start = engine && /^[\w-]+$/.test(engine.start) ? engine.start : ''
  const comment = (): string => `${randomUUID()} ${start}`
  for (;;) {
    const [highest] = await querier.run(locks, {})
    if (!highest || highest.free) {
      const mine = (highest?.generation ?? 0) + 1
      if ((await make(querier, mine, comment())) && (await isHighest(querier, mine)))
        return held(querier, mine, comment)
    }
    if (performance.now() > deadline)
      throw refuse('busy', 'Another process is changing the analytics schema.')
    await sleep(100 + Math.random() * 100)
  }
}

async function make(querier: Querier, generation: number, comment: string): Promise<boolean> {
  try {
    await querier.command(
      `CREATE TABLE {local}.migration_lock_${generation} (x UInt8) ENGINE = Null COMMENT '${comment}'`,
    )
    return true
  } catch (error) {
    if (error instanceof QueryFailed && error.type === 'TABLE_ALREADY_EXISTS') return false
    throw error
  }
}

const isHighest = async (querier: Querier, mine: number): Promise<boolean> =>
  (await querier.run(locks, {}))[0]?.generation === mine

function held(querier: Querier, mine: number, comment: () => string): Held {
  const mark = (text: string): Promise<void> =>
    querier.command(`ALTER TABLE {local}.migration_lock_${mine} MODIFY COMMENT '${text}'`)
  const timer = setInterval(() => {
    mark(comment()).catch(() => undefined)
  }, beat)
  timer.unref()
  return {
    async check() {
      if (!(await isHighest(querier, mine)))
        throw refuse('conflict', 'Another process took over the schema change.')
    },
    async release() {
      clearInterval(timer)
      for (const { generation } of await querier.run(locks, {})) {
        if (generation < mine)
          await querier.command(`DROP TABLE IF EXISTS {local}.migration_lock_${generation} SYNC`)
      }
      await mark('free')
    },
  }
}
