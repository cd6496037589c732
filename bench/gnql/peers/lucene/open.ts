import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { readRecord } from '#store/analytics/ips/record.ts'
import type { FilledStore } from '../../fill.ts'
import { meaningOf } from '../meaning.ts'
import { type Peer, type PeerPage, facetSize, secondsSince } from '../peer.ts'
import { streamDocuments } from '../stream.ts'
import { indexed } from './columns.ts'
import { written } from './written.ts'

const version = '8.7.0'
const jars = ['core', 'analyzers-common'].map((part) => `/usr/share/java/lucene-${part}-${version}.jar`)

/**
 * Lucene with the filled documents, Debian's package under a small program of ours; null, with one line said, where it is
 * absent. `now` in milliseconds is what "last_seen:1d" counts from.
 */
export async function openLucene(filled: FilledStore, now: number): Promise<Peer | null> {
  if (!existsSync('/usr/bin/java') || !jars.every((jar) => existsSync(jar))) {
    console.log('No Lucene on this machine (packages liblucene8-java and a JDK of at least 17): left out.')
    return null
  }
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-lucene-'))
  const program = join(import.meta.dirname, 'Peer.java')
  const child = spawn('/usr/bin/java', ['-Xmx2g', '-cp', jars.join(':'), program, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const close = async (): Promise<void> => {
    child.stdin.end()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const waiting = new Map<number, (answer: Answer) => void>()
    const lines = createInterface({ input: child.stdout })
    const ready = new Promise<void>((resolve, reject) => {
      lines.once('line', () => {
        lines.on('line', (line) => {
          const answer = answerShape.parse(JSON.parse(line))
          waiting.get(answer.id)?.(answer)
          waiting.delete(answer.id)
        })
        resolve()
      })
      lines.once('close', () => reject(new Error('Lucene ended while it took documents over.')))
    })
    const began = performance.now()
    child.stdin.write(`${indexed.map(({ kind, name }) => `${kind} ${name}`).join('\t')}\n`)
    for await (const part of await streamDocuments(
      filled,
      indexed.map(({ from }) => from),
    ))
      if (!child.stdin.write(part)) await once(child.stdin, 'drain')
    child.stdin.write('\n')
    await ready
    let asked = 0
    return {
      name: `Lucene ${version}`,
      loaded: `indexed into one segment in ${secondsSince(began)}`,
      async page(query) {
        const id = ++asked
        const answer = await new Promise<Answer>((resolve) => {
          waiting.set(id, resolve)
          child.stdin.write(`${id}\t${written(meaningOf(query, now))}\n`)
        })
        if (answer.error !== undefined) throw new Error(answer.error)
        return pageOf(answer)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const answerShape = z.object({
  id: z.number(),
  error: z.string().optional(),
  total: z.number().default(0),
  documents: z.array(z.array(z.unknown())).default([]),
  days: z.array(z.tuple([z.number(), z.string(), z.number()])).default([]),
  facets: z.array(z.array(z.tuple([z.string(), z.number()]))).default([]),
})
type Answer = z.infer<typeof answerShape>

const dayMs = 86_400_000

function pageOf({ total, documents, days, facets }: Answer): PeerPage {
  return {
    total,
    addresses: documents.map((document) => readRecord(JSON.stringify(document)).ip),
    histogram: days
      .map(([day, classification, count]) => ({
        day: new Date(day * dayMs).toISOString().slice(0, 10),
        classification,
        count,
      }))
      .toSorted((a, b) => (`${a.day} ${a.classification}` < `${b.day} ${b.classification}` ? -1 : 1)),
    facets: facets.map((list) => list.slice(0, facetSize).map(([value, count]) => ({ value, count }))),
  }
}
