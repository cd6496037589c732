import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface CommandRun {
  seconds: number
  /** Processor seconds of all its processes. */
  cpu: number
}

/** Runs a line of the shell so many times, throwing its output away; seconds of one time. Null when it failed, as without the program. */
export async function timeCommand(line: string, times = 1): Promise<CommandRun | null> {
  const began = performance.now()
  const repeated = `for time in $(seq ${times}); do ${line} || exit 1; done >/dev/null 2>&1 && times`
  // The times of bash have thousandths.
  const child = spawn('bash', ['-o', 'pipefail', '-c', repeated], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) return null
  return { seconds: (performance.now() - began) / 1000 / times, cpu: childSeconds(said) / times }
}

/** The second line of the shell's `times`: "0m13.90s 0m0.43s", user and system of its children. */
function childSeconds(times: string): number {
  const [, children = ''] = times.split('\n')
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}
