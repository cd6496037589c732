import { afterEach, expect, test } from 'vitest'
import { openPool, type Pool } from './pool.ts'
import { slowTasks } from './testing.ts'

let pool: Pool<typeof slowTasks>
const open = (limits: Partial<Parameters<typeof openPool>[2]> = {}): Pool<typeof slowTasks> =>
  (pool = openPool(
    slowTasks,
    { tags: new Map() },
    {
      workers: 2,
      waiting: 3,
      taskMs: 600_000,
      graceMs: 600_000,
      heap: 64,
      idleMs: 600_000,
      thread: new URL('./testing.worker.ts', import.meta.url),
      ...limits,
    },
  ))
afterEach(() => pool.close())

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('what is light needs no worker, what is heavy gets one and leaves it for the next', async () => {
  open()
  expect(await pool.run('double', 4)).toBe(8)
  expect(pool.load().workers).toBe(0)
  expect([await pool.run('double', 40), await pool.run('double', 50)]).toEqual([80, 100])
  expect(pool.load()).toEqual({ running: 0, waiting: 0, workers: 1 })
})

test('one worker is never given what takes long, so that it is free for the rest', async () => {
  open()
  const caller = new AbortController()
  const long = [1, 2].map(() =>
    pool.run('untilCancelled', null, { signal: caller.signal }).catch((error: unknown) => error),
  )
  expect(await pool.run('double', 40)).toBe(80)
  expect(pool.load()).toMatchObject({ running: 1, waiting: 1 })
  caller.abort(new Error('left'))
  expect(await Promise.all(long)).toEqual([new Error('left'), new Error('left')])
  await until(() => pool.load().running === 0)
  expect(pool.load()).toEqual({ running: 0, waiting: 0, workers: 2 })
})

test('more than may wait are told so at once', async () => {
  open({ waiting: 1 })
  const caller = new AbortController()
  const taken = [1, 2].map(() =>
    pool.run('untilCancelled', null, { signal: caller.signal }).catch(() => 'ended'),
  )
  await expect(pool.run('double', 40)).rejects.toMatchObject({ code: 'busy', retryAfter: 5 })
  caller.abort()
  expect(await Promise.all(taken)).toEqual(['ended', 'ended'])
})

test('a worker that does not notice that nobody waits is ended, and another takes its place', async () => {
  open({ graceMs: 1, workers: 1 })
  const caller = new AbortController()
  const deaf = pool.run('deaf', null, { signal: caller.signal })
  caller.abort(new Error('left'))
  await expect(deaf).rejects.toThrow('left')
  expect(await pool.run('double', 40)).toBe(80)
})

test('time beyond what a task may take ends it with a reason, and nothing else', async () => {
  open({ taskMs: 50, workers: 1 })
  await expect(pool.run('deaf', null)).rejects.toMatchObject({ code: 'too-costly' })
  expect(pool.load()).toEqual({ running: 0, waiting: 0, workers: 0 })
})

test('an input that cannot be sent fails its task alone, and the worker is there for the next', async () => {
  open({ workers: 1 })
  const broken = (): number => 0
  const [first, second, third] = await Promise.allSettled([
    pool.run('double', 40),
    pool.run('length', broken),
    pool.run('double', 50),
  ])
  expect(first).toMatchObject({ value: 80 })
  expect(second).toMatchObject({ status: 'rejected', reason: { name: 'DataCloneError' } })
  expect(third).toMatchObject({ value: 100 })
  expect(pool.load()).toEqual({ running: 0, waiting: 0, workers: 1 })
})

test('a worker that ends while it has nothing to do is given nothing more', async () => {
  open({ workers: 1 })
  expect(await pool.run('endsLater', null)).toBe('still here')
  await until(() => pool.load().workers === 0)
  expect(await pool.run('double', 40)).toBe(80)
})

test('of those that wait for a worker the one with the lowest priority number is next, then whoever came first', async () => {
  open({ workers: 1, waiting: 8 })
  const order: string[] = []
  const done = [
    ['crowd', 3],
    ['crowd again', 3],
    ['newcomer', 2],
    ['key', 1],
  ] as const
  await Promise.all([
    pool.run('double', 40),
    ...done.map(([name, priority]) => pool.run('double', 40, { priority }).then(() => order.push(name))),
  ])
  expect(order).toEqual(['key', 'newcomer', 'crowd', 'crowd again'])
})

test('what is no light task waits for its admission and gives it back, however it ends', async () => {
  open({ workers: 1 })
  const [caller, free] = [new AbortController(), Promise.withResolvers<void>()]
  let [inside, left] = [0, 0]
  const admit = async (): Promise<() => void> => {
    await free.promise
    inside += 1
    return () => void (left += 1)
  }
  const waiting = [
    pool.run('double', 40, { admit }),
    pool.run('length', () => 0, { admit }).catch(({ name }: Error) => name),
    pool.run('double', 50, { admit, signal: caller.signal }).catch(({ message }: Error) => message),
  ]
  expect(await pool.run('double', 4, { admit })).toBe(8)
  expect([pool.load(), inside]).toEqual([{ running: 0, waiting: 0, workers: 0 }, 0])
  caller.abort(new Error('left'))
  free.resolve()
  expect(await Promise.all(waiting)).toEqual([80, 'DataCloneError', 'left'])
  expect([inside, left]).toEqual([3, 3])
})

test('a worker that has had nothing to do for long is ended, so that its memory goes back', async () => {
  open({ workers: 1, idleMs: 20 })
  expect(await pool.run('double', 40)).toBe(80)
  await until(() => pool.load().workers === 0)
  expect(await pool.run('double', 50)).toBe(100)
})
