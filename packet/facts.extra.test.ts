import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Conversation } from '#model/session.ts'
import { extraData } from '#tests/extra-data.ts'
import { dissect, type DissectReport } from './dissect.ts'
import { askedBy, beyond, more, otherPacketCount } from './testing/known-differences.ts'

/**
 * Captures with facts made by tshark. Every one of them must be read exactly, but for those that
 * testing/known-differences.ts names with the reason.
 */
const folder = extraData('pcap')

interface FactFlow {
  proto: string
  src: string
  src_port?: number
  dst: string
  dst_port?: number
  packets: number
  bytes: number
}

interface Facts {
  packets: number
  flow_count: number
  flows: FactFlow[]
  flows_truncated?: boolean
}

const named = (flow: FactFlow): string =>
  `${flow.proto} ${flow.src}:${flow.src_port ?? 0} > ${flow.dst}:${flow.dst_port ?? 0} packets ${flow.packets} bytes ${flow.bytes}`

const shown = ({ transport, source, destination }: Conversation): string =>
  named({
    proto: transport,
    src: source.ip,
    src_port: source.port,
    dst: destination.ip,
    dst_port: destination.port,
    packets: source.packets + destination.packets,
    bytes: source.bytes + destination.bytes,
  })

const captures = readdirSync(folder).filter((name) => name.endsWith('.json'))

describe('captures with facts', () => {
  it('are there', () => expect(captures.length).toBeGreaterThan(0))

  it('are read as their facts say, or named with the reason', async () => {
    const unequal = new Set<string>()
    const explained = new Set<string>(Object.keys({ ...askedBy, ...beyond, ...more }))
    for (const sidecar of captures) {
      const name = sidecar.slice(0, -'.json'.length)
      const { facts } = JSON.parse(readFileSync(join(folder, sidecar), 'utf8')) as { facts: Facts }
      const read = await readCapture(join(folder, name))
      if (read === null) {
        expect([name, facts.packets]).toEqual([name, 0])
        continue
      }
      const { report, flows } = read
      const missing = facts.flows.map(named).filter((flow) => !flows.has(flow))
      if (!(name in otherPacketCount)) expect([name, report.packets]).toEqual([name, facts.packets])
      if (missing.length > 0 || report.sessions !== facts.flow_count) unequal.add(name)
      // Nothing goes missing in silence: no conversation at all needs a counted reason.
      if (report.packets > 0 && report.sessions === 0)
        expect([name, report.skipped.length]).not.toEqual([name, 0])
    }
    expect([...unequal].sort()).toEqual([...explained].sort())
  })
})

async function readCapture(path: string): Promise<{ report: DissectReport; flows: Set<string> } | null> {
  const flows = new Set<string>()
  try {
    const report = await dissect(createReadStream(path), (batch) => {
      for (const conversation of batch) flows.add(shown(conversation))
    })
    return { report, flows }
  } catch (error) {
    expect(error).toMatchObject({ code: 'unreadable-capture' })
    return null
  }
}
