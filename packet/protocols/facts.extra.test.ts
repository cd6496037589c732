import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Conversation } from '#model/session.ts'
import { extraData } from '#tests/extra-data.ts'
import { dissect } from '../dissect.ts'
import { differences } from './samples/differences.ts'
import { type CaptureFacts, known, outsideScope } from './samples/known-differences.ts'

/** Captures with facts made by tshark. */
const folder = extraData('pcap')

interface Sidecar {
  facts: CaptureFacts
}

async function conversationsOf(name: string): Promise<Conversation[]> {
  const all: Conversation[] = []
  await dissect(createReadStream(join(folder, name)), (batch) => {
    all.push(...batch)
  })
  return all
}

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -5))
const captures = names
  .map((name) => ({ name, ...(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Sidecar) }))
  .filter(({ name, facts }) => facts.http || facts.tls_client_hellos || facts.ssh || known[name])
  .filter(({ facts }) => !outsideScope(facts))

describe('HTTP, TLS and SSH of real captures are what tshark says', () => {
  it.each(captures)('$name', async ({ name, facts }) => {
    const found = differences(facts, await conversationsOf(name))
    const reason = known[name]
    if (!reason) expect(found).toEqual([])
    else
      expect(found, `${reason.because} (no longer true: take it off the list)`).toHaveLength(
        reason.differences,
      )
  })
})
