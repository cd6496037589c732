import { parentPort, workerData } from 'node:worker_threads'
import { random } from '#demo/random.ts'
import { dissected } from '#packet/testing/dissected.ts'
import { mutant } from './mutate.ts'
import { samples } from './samples.ts'

/** Dissects damaged captures one after another and names each case before it begins, so that a hang has a name. */
const { mutations, stride, seed } = workerData as { mutations: number; stride: number; seed: string }
const { simulated, real } = samples()
const all = [...simulated, ...real]
const drawn = random(seed)
// A port of a thread has no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (message: object): void => parentPort?.postMessage(message)
let cases = 0
let refused = 0

async function attempt(name: string, bytes: Uint8Array): Promise<void> {
  if (cases++ % 64 === 0) tell({ name, memory: process.memoryUsage.rss() })
  try {
    const { report, conversations } = await dissected(bytes, drawn.pick([7, 1000, 65_536]))
    if (report.sessions !== conversations.length) throw new Error('sessions are counted wrongly')
    if (conversations.some(({ firstPacket, lastPacket }) => !(firstPacket <= lastPacket)))
      throw new Error('a session ends before it begins')
  } catch (error) {
    if ((error as { code?: string }).code !== 'unreadable-capture')
      throw new Error(`${name}: ${error instanceof Error ? error.stack : String(error)}`, { cause: error })
    refused++
  }
}

for (const { name, bytes } of all)
  for (let length = 0; length < bytes.length; length += stride)
    await attempt(`${name} cut at ${length}`, bytes.subarray(0, length))
const cuts = cases
for (let number = 0; number < mutations; number++) {
  const { name, bytes } = drawn.pick(all)
  await attempt(`${name} mutant ${number} of ${seed}`, mutant(bytes, drawn.pick(all).bytes, drawn))
}
tell({ done: { captures: all.length, cuts, mutations: cases - cuts, refused } })
