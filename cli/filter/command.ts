import { callAgain } from '../call-again.ts'
import { accepted, type Connection } from '../connection.ts'
import { Exit } from '../exit.ts'
import { bytesOf, openInput } from '../input.ts'
import { blocksOf } from './blocks.ts'
import type { Choice } from './choice.ts'
import { Lines } from './lines.ts'
import { type QuickRecord, Verdicts } from './verdicts.ts'

/** A line waits for half a second at most, and for the answer. */
const limits = { bytes: 1 << 20, ms: 500 }

/** `noisefloor filter FILE|- --drop PARTS|--keep PARTS`: lines of a log by what is known of their addresses, unchanged and in order. */
export async function filter(connection: Connection, path: string, choice: Choice): Promise<void> {
  const lines = new Lines(choice, new Verdicts((ips) => ask(connection, ips)))
  const input = openInput(path)
  try {
    let isFirst = true
    for await (const block of blocksOf(bytesOf(path, input), limits)) {
      if (isFirst) mustBeText(path, block.bytes)
      isFirst = false
      const kept = await lines.keptOf(block)
      if (kept.length > 0) await write(kept)
    }
  } finally {
    input.destroy()
  }
}

/** Lines of UTF-16 (RFC 2781 §3.2) do not end with one byte. */
function mustBeText(path: string, { 0: first, 1: second }: Buffer): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Exit('refused', `${path}: is UTF-16; make it UTF-8 first: iconv -f UTF-16 -t UTF-8`)
}

/** Waits where the server asks to: a log that is followed goes on for days. */
async function ask(connection: Connection, ips: string[]): Promise<QuickRecord[]> {
  const answer = await callAgain(connection, '/v3/ip?quick=true', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ips }),
  })
  return (accepted(answer) as unknown as { data: QuickRecord[] }).data
}

const write = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) =>
    process.stdout.write(bytes, (error) => {
      // main.ts ends the command where nobody reads any more.
      if (!error || (error as NodeJS.ErrnoException).code === 'EPIPE') resolve()
      else reject(error)
    }),
  )
