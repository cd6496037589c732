import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { dissect } from '#packet/dissect.ts'

/** Dissecting alone, in a process of its own: conversations are counted and thrown away. */
export interface Dissection {
  packets: number
  /** Processor seconds of the first pass, in which everything is compiled, and of the quickest of those after it. */
  first: number
  warm: number
}

const passes = 4

export async function measureDissection(capture: string): Promise<Dissection> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, capture])
  return JSON.parse(stdout) as Dissection
}

async function pass(capture: string): Promise<{ packets: number; cpu: number }> {
  const before = process.cpuUsage()
  const { packets } = await dissect(createReadStream(capture), () => undefined)
  const { user, system } = process.cpuUsage(before)
  return { packets, cpu: (user + system) / 1e6 }
}

if (import.meta.main) {
  const [, , capture = ''] = process.argv
  const { packets, cpu: first } = await pass(capture)
  let warm = Infinity
  for (let at = 1; at < passes; at += 1) warm = Math.min(warm, (await pass(capture)).cpu)
  console.log(JSON.stringify({ packets, first, warm } satisfies Dissection))
}
