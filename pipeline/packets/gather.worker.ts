import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { giveWay } from '#model/give-way.ts'
import { pcapngOf, type SelectedCapture } from '#packet/select/pcapng.ts'
import { WantedFlows } from '#packet/select/wanted.ts'
import type { CaptureToRead, FromGatherThread, GatherData, ToGatherThread } from './messages.ts'

/** The thread that reads captures and writes the packets that are wanted of them into one file; then another. */

if (!parentPort) throw new Error('This file is a thread of the server.')
const port = parentPort
const post = (message: FromGatherThread): void => port.postMessage(message, [])

giveWay()

let given: CaptureToRead[][] = []
let hasEnded = false
let woken = (): void => undefined
let packets = 0
let bytes = 0

port.on('message', (message: ToGatherThread) => {
  if (message.kind === 'begin') return begin(message)
  if (message.kind === 'captures') given.push(message.captures)
  else hasEnded = true
  woken()
})

function begin(data: GatherData): void {
  given = []
  hasEnded = false
  packets = bytes = 0
  run(data).catch((error: unknown) =>
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
}

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

async function run({ output, limit }: GatherData): Promise<void> {
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
