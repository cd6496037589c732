import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { eventually } from './captures.ts'

export interface Process {
  pid: number
  parent: number
  args: string
}

/** All that run; the dead whose parent has not looked yet are none. */
export function processes(): Process[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent, , ...args]) => ({ pid: Number(pid), parent: Number(parent), args: args.join(' ') }))
}

/** A process and all below it. */
export function family(pid: number): number[] {
  const all = processes()
  const below = (of: number): number[] => [
    of,
    ...all.filter(({ parent }) => parent === of).flatMap((child) => below(child.pid)),
  ]
  return below(pid)
}

/** Waits until none of them runs. */
export const gone = async (pids: readonly number[]): Promise<void> =>
  void (await eventually(
    async () => processes().filter(({ pid }) => pids.includes(pid)),
    (left) => left.length === 0,
  ))

/** On Linux: the nice values of a process's threads of that name. */
export const niceOfThreads = (pid: number, name: string): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .map(Number)
    .filter((id) => readFileSync(`/proc/${pid}/task/${id}/comm`, 'latin1').trim() === name)
    .map((id) => getPriority(id))
