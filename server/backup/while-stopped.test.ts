import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { whileStopped } from './while-stopped.ts'

/** "T" of a process that stands still (proc_pid_stat(5)). */
const stateOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] ?? ''

function other(): number {
  const process = spawn('sleep', ['600'])
  onTestFinished(() => void process.kill('SIGKILL'))
  return process.pid ?? 0
}

test('a process stands still while something is run, and goes on also where that fails', async () => {
  const pid = other()
  const states: string[] = []
  whileStopped(pid, () => states.push(stateOf(pid)))
  expect(states).toEqual(['T'])
  expect(() =>
    whileStopped(pid, () => {
      throw new Error('a full disk')
    }),
  ).toThrow('a full disk')
  await expect.poll(() => stateOf(pid)).toBe('S')
  expect(whileStopped(null, () => 1)).toBe(1)
})

test('it goes on where whoever stopped it is killed meanwhile', async () => {
  const pid = other()
  const module = pathToFileURL(join(import.meta.dirname, 'while-stopped.ts')).href
  const code = `const { whileStopped } = await import('${module}')
whileStopped(${pid}, () => process.kill(process.pid, 'SIGKILL'))`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code])
  expect(signal).toBe('SIGKILL')
  await expect.poll(() => stateOf(pid)).toBe('S')
})
