import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pcap } from '#packet/build/pcap.ts'
import { connection } from '#packet/testing/exchange.ts'
import { dissected } from '#packet/testing/dissected.ts'
import { scratchFolder } from '../spool/testing.ts'
import { gatherPackets } from './gather.ts'

/** One file after the other by one thread: none knows of the one before. */

test('a thread that is kept says of each file what is in it, also after one that was too large or given up', async () => {
  await using folder = await scratchFolder()
  const path = join(folder.path, 'capture')
  const output = join(folder.path, 'output')
  const ports = [40_001, 40_002, 40_003]
  await writeFile(
    path,
    pcap(ports.flatMap((sourcePort) => connection('GET / HTTP/1.1\r\n\r\n', '', { sourcePort }))),
  )
  const flowOf = (sourcePort: number) => ({
    protocol: 6,
    source: '198.51.100.7',
    sourcePort,
    destination: '203.0.113.9',
    destinationPort: 80,
  })
  const gathered = async (port: number, { limit = 1e6, signal = new AbortController().signal } = {}) => {
    const list = [{ path, sensor: 's', shiftMs: 0, flows: [flowOf(port)] }]
    const made = await gatherPackets(
      (async function* () {
        yield list
      })(),
      { output, limit, signal, onRead: () => undefined },
    )
    const { conversations } = await dissected(await readFile(output))
    return { ...made, ports: conversations.map(({ source }) => source.port) }
  }
  const first = await gathered(40_001)
  expect(first.ports).toEqual([40_001])
  expect(await gathered(40_002)).toMatchObject({
    ports: [40_002],
    packets: first.packets,
    bytes: first.bytes,
  })
  await expect(gathered(40_001, { limit: 50 })).rejects.toMatchObject({ code: 'too-large' })
  await expect(gathered(40_001, { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
  const leaving = new AbortController()
  const left = gathered(40_001, { signal: leaving.signal })
  leaving.abort(new Error('left later'))
  await expect(left).rejects.toThrow('left later')
  expect(await gathered(40_003)).toMatchObject({ ports: [40_003], packets: first.packets })
  expect((await gathered(40_001)).sha256).toBe(first.sha256)
})
