import { spawnSync } from 'node:child_process'
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
