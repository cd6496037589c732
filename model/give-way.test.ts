import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** In a process of its own: what has given way stays so. */
const program = `
import { readFileSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { v8GivesWay } from ${JSON.stringify(new URL('./give-way.ts', import.meta.url).href)}
v8GivesWay()
const threads = readdirSync('/proc/self/task').map((id) => ({
  name: readFileSync('/proc/self/task/' + id + '/comm', 'latin1').trim(), nice: getPriority(Number(id)), isOwn: Number(id) === process.pid,
}))
console.log(JSON.stringify(threads))`

interface Thread {
  name: string
  nice: number
  isOwn: boolean
}

test.runIf(process.platform === 'linux')(
  'the threads on which V8 collects give way, and no other does',
  async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
    const threads = JSON.parse(stdout) as Thread[]
    const niceOf = (of: (thread: Thread) => boolean): number[] => [
      ...new Set(threads.filter(of).map(({ nice }) => nice)),
    ]
    const own = threads.find(({ isOwn }) => isOwn)?.nice ?? Number.NaN
    expect(niceOf(({ name }) => name === 'V8Worker')).toEqual([Math.max(5, own)])
    expect(niceOf(({ name }) => name !== 'V8Worker')).toEqual([own])
  },
)
