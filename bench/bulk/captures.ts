import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AddressRows } from '#methods/extraction/address-rows.ts'
import { median } from '#methods/median.ts'
import { readPackets } from '#pipeline/analysis/packets.ts'
import { timeCommand } from '../measure/command.ts'

/**
 * The addresses of a capture, in this process from the file to distinct ones, beside a program that reads the headers of its records and copies them
 * to nowhere, by turns:
 *
 *     node bench/bulk/captures.ts [--mb 100] [--payloads 0,200,1400] [--rounds 3]
 */
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '100' },
    payloads: { type: 'string', default: '0,200,1400' },
    rounds: { type: 'string', default: '3' },
  },
})
const [mb, rounds] = [Number(values.mb), Number(values.rounds)]
const payloads = values.payloads.split(',').map(Number)
if (![mb, rounds].every((value) => value > 0)) throw new Error('--mb and --rounds take numbers.')

/** A pcap of UDP over IPv4 over Ethernet, every packet from another of 100,000 addresses. @returns packets */
function writeCapture(path: string, payload: number): number {
  const file = openSync(path, 'w')
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(65_535, 16)
  head.writeUInt32LE(1, 20)
  writeSync(file, head)
  const length = 42 + payload
  const count = Math.floor((mb * 1e6) / (16 + length))
  const record = Buffer.alloc(16 + length)
  record.writeUInt32LE(length, 8)
  record.writeUInt32LE(length, 12)
  record.writeUInt16BE(0x0800, 16 + 12)
  record.writeUInt16BE(0x4500, 16 + 14)
  record.writeUInt16BE(28 + payload, 16 + 16)
  record.writeUInt16BE(0x4011, 16 + 22)
  record.writeUInt32BE(0xc6120001, 16 + 30)
  record.writeUInt16BE(9, 16 + 36)
  record.writeUInt16BE(8 + payload, 16 + 38)
  const pieces: Buffer[] = []
  for (let at = 0; at < count; at += 1) {
    record.writeUInt32LE(1_760_000_000 + Math.floor(at / 1000), 0)
    record.writeUInt32BE(0x14000000 + ((at * 7919) % 100_000), 16 + 26)
    pieces.push(Buffer.from(record))
    if (pieces.length < 4096 && at < count - 1) continue
    writeSync(file, Buffer.concat(pieces.splice(0)))
  }
  closeSync(file)
  return count
}

async function read(path: string): Promise<{ cpu: number; unique: number }> {
  const before = process.cpuUsage()
  const rows = new AddressRows(2_000_000)
  await readPackets(createReadStream(path, { highWaterMark: 1 << 18 }), rows, () => undefined)
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1e6, unique: rows.size }
}

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
try {
  for (const payload of payloads) {
    const path = join(folder, 'list.pcap')
    const packets = writeCapture(path, payload)
    await read(path)
    const [ours, copied]: [number[], number[]] = [[], []]
    let unique = 0
    for (let round = 0; round < rounds; round += 1) {
      const run = await read(path)
      unique = run.unique
      ours.push(run.cpu)
      const copy = await timeCommand(`tcpdump -r '${path}' -w /dev/null`)
      if (copy) copied.push(copy.cpu)
    }
    const own = median(ours)
    console.log(
      `${payload} bytes of payload, ${packets.toLocaleString('en')} packets, ${unique.toLocaleString('en')} addresses: processor ${own.toFixed(2)} s (${Math.round(packets / own / 1000).toLocaleString('en')} thousand packets/s, ${Math.round(mb / own)} MB/s)${
        copied.length > 0
          ? `; × ${(own / median(copied)).toFixed(1)} of tcpdump -w /dev/null (${median(copied).toFixed(2)} s)`
          : ' (no tcpdump)'
      }`,
    )
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
