import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { ingestCapture } from '#pipeline/ingest/capture.ts'
import { openDissection } from '#pipeline/ingest/dissection/open.ts'
import { bodyOf, udpCapture } from '#pipeline/ingest/testing.ts'
import { openSpool } from '#pipeline/spool/spool.ts'
import { sampleSession } from '#pipeline/spool/testing.ts'
import { openAppStore } from '#store/app/open.ts'
import { openFiles } from '#store/files/files.ts'

/**
 * The process that is killed while it takes captures in, three at a time.
 * Arguments: folder, workspace, number of the first capture. Says "accepted NUMBER SESSIONS ID" for each.
 */
const [folder = '', workspace = '', first = '0'] = process.argv.slice(2)
const clock = Date.now
const facts = sampleSession('').sourceFacts
const store = await openAppStore({ file: join(folder, 'app.db') })
const files = await openFiles({ dir: join(folder, 'files'), clock, minFreeBytes: 0 })
const spool = await openSpool({ dir: join(folder, 'spool'), clock, minFreeBytes: 0, batchMemoryBytes: 2048 })
const dissection = openDissection()
const ingest = {
  spool,
  files,
  captures: store.installation.captures,
  dissection,
  enrich: () => facts,
  retentionDays: 90,
  limit: 2 ** 24,
}
writeSync(1, 'ready\n')

let next = Number(first)
const hand = async (): Promise<never> => {
  for (;;) {
    const number = next++
    const datagrams = Array.from({ length: 1 + (number % 300) }, (_, index) => ({
      at: clock(),
      sourcePort: index + 1,
      payload: `${number}`,
    }))
    const { id, sessions } = await ingestCapture(ingest, {
      body: bodyOf(udpCapture(datagrams)),
      name: `${number}.pcap`,
      batchId: String(number),
      workspace,
      published: true,
      sensor: 'torture',
      vantage: 'sensor',
      origin: 'live',
      shiftToNow: number % 2 === 0,
      now: clock(),
    })
    writeSync(1, `accepted ${number} ${sessions} ${id}\n`)
  }
}
await Promise.all([hand(), hand(), hand()])
