import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '#model/give-way.ts'
import { pcapngOf, type SelectedCapture } from '#packet/select/pcapng.ts'
import { WantedFlows } from '#packet/select/wanted.ts'
import type { CaptureToRead, FromGatherThread, GatherData, ToGatherThread } from './messages.ts'

/** The thread that reads captures and writes the packets that are wanted of them into one file. */

if (!parentPort) throw new Error('This file is a thread of the server.')
const port = parentPort
const post = (message: FromGatherThread): void => port.postMessage(message, [])
const { output, limit } = workerData as GatherData

giveWay()
const given: CaptureToRead[][] = []
let hasEnded = false
let woken = (): void => undefined
port.on('message', (message: ToGatherThread) => {
  if (message.kind === 'captures') given.push(message.captures)
  else hasEnded = true
  woken()
})

let packets = 0
let bytes = 0

async function* captures(): AsyncGenerator<SelectedCapture> {
  for (;;) {
    const some = given.shift()
    if (some) {
      for (const { path, sensor, shiftMs, flows } of some) {
        const wanted = new WantedFlows()
        for (const ends of flows) wanted.add(ends)
        yield { source: createReadStream(path, { highWaterMark: 1 << 18 }), wanted, name: sensor, shiftMs }
      }
      post({ kind: 'read', packets, bytes })
    } else if (hasEnded) return
    else await new Promise<void>((resolve) => (woken = resolve))
  }
}

async function run(): Promise<void> {
  const file = await open(output, 'w', 0o600)
  const hash = createHash('sha256')
  try {
    for await (const piece of pcapngOf(captures())) {
      if (bytes + piece.bytes.length > limit) return post({ kind: 'too-large' })
      hash.update(piece.bytes)
      await file.writeFile(piece.bytes)
      packets += piece.packets
      bytes += piece.bytes.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  post({ kind: 'done', sha256: hash.digest('hex'), packets, bytes })
}

run()
  .catch((error: unknown) =>
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
  .finally(() => port.close())
