import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { matches } from '#gnql/match.ts'
import { dissect } from '#packet/dissect.ts'
import { loadTags } from '#tags/load.ts'
import { tcp } from '#tags/proof/sketch.ts'
import { extraData } from '#tests/extra-data.ts'
import { ruleDocument } from './reading.ts'
import { analyzeRules } from './analyze-rules.ts'

/** Real captures: what real tools leave behind, and what must not be called an attack. */
const folder = extraData('pcap')
const tags = loadTags()
const rules = analyzeRules(tags.filter(({ count }) => !count))
const malicious = new Set(tags.filter(({ intention }) => intention === 'malicious').map(({ slug }) => slug))

/** Slug → sessions that got it, and the number of sessions. */
const tagsIn = async (file: string): Promise<{ sessions: number; tags: Map<string, number> }> => {
  const counts = new Map<string, number>()
  let sessions = 0
  await dissect(createReadStream(join(folder, file)), (batch) => {
    for (const conversation of batch) {
      sessions += 1
      const session = { ...tcp(0), ...conversation }
      const document = ruleDocument(session)
      for (const { slug, predicate } of rules)
        if (matches(predicate, document)) counts.set(slug, (counts.get(slug) ?? 0) + 1)
    }
  })
  return { sessions, tags: counts }
}

describe('captures of real tools', () => {
  const whole: Record<string, string> = {
    'lab__masscan-syn.pcap': 'masscan',
    'lab__zmap-80.pcap': 'zmap',
    'lab__nmap-ipv6.pcap': 'nmap-syn-scan',
    'lab__hydra-ssh-bruteforce.pcap': 'ssh-bruteforcer',
    'lab__openssh-client.pcap': 'ssh-connection',
    'synthetic__mirai-syn.pcap': 'mirai',
  }
  for (const [file, slug] of Object.entries(whole))
    test(`every session of ${file} is ${slug}`, async () => {
      const found = await tagsIn(file)
      expect(found.sessions).toBeGreaterThan(0)
      expect(found.tags.get(slug)).toBe(found.sessions)
    })

  test('a person’s SSH client is not a bruteforcer, and a plain port scan is no tool we name', async () => {
    const person = await tagsIn('lab__openssh-client.pcap')
    expect([...person.tags.keys()]).toEqual(['ssh-connection'])
    const connect = await tagsIn('lab__nmap-connect.pcap')
    expect([...connect.tags.keys()]).toEqual(['rdp-port-scan'])
  })

  test('browser names of scanners are told apart', async () => {
    const { tags: found } = await tagsIn('lab__scanner-user-agents.pcap')
    for (const slug of [
      'zgrab',
      'masscan',
      'go-http-client',
      'python-http-client',
      'curl',
      'sqlmap',
      'nuclei',
      'hello-world-bot',
    ])
      expect(found.get(slug), slug).toBeGreaterThan(0)
  })

  test('the version scan of Nmap gives itself away', async () => {
    const { tags: found } = await tagsIn('lab__nmap-version.pcap')
    for (const slug of ['nmap-service-probe', 'nmap-scripting-engine', 'nmap-syn-scan'])
      expect(found.has(slug), slug).toBe(true)
  })

  test('Xmas, NULL and FIN scans are told from each other and from ordinary ends of connections', async () => {
    const { tags: found } = await tagsIn('ndpi__tcp_scan.pcapng')
    for (const slug of ['tcp-xmas-scan', 'tcp-null-scan', 'nmap-fin-scan'])
      expect(found.get(slug), slug).toBe(1)
    for (const file of [
      'lab__openssh-client.pcap',
      'lab__nmap-connect.pcap',
      'lab__hydra-ssh-bruteforce.pcap',
    ]) {
      const { tags: others } = await tagsIn(file)
      expect([...others.keys()].filter((slug) => /(?:xmas|null|fin)-scan$/.test(slug))).toEqual([])
    }
  })
})

describe('all captures', () => {
  /** Captures that do hold an attack, or what looks the same; anything else must stay clear. */
  const guilty = [
    /log4j/,
    /sql_?inj/i,
    /^lab__(http-cve|scanner-user-agents)/,
    /^synthetic__mirai/,
    /^zeek__cooper-grill-dvwa/,
    /^zeek__docker-http-upgrade/,
    /^zeek__payload-syn/,
  ]
  const accused = new Map<string, string[]>()
  let sessions = 0
  beforeAll(async () => {
    for (const file of readdirSync(folder).filter((name) => /\.(pcap|pcapng|cap)(\.gz)?$/.test(name))) {
      // Damaged files refuse to be read; what could be read before counts.
      const found = await tagsIn(file).catch(() => null)
      sessions += found?.sessions ?? 0
      const bad = [...(found?.tags.keys() ?? [])].filter((slug) => malicious.has(slug))
      if (bad.length > 0) accused.set(file, bad)
    }
  })

  test('only those with an attack inside get a malicious tag', () => {
    console.log(`${sessions} sessions of real captures, malicious tags in ${accused.size} files`)
    const wrongly = [...accused].filter(([file]) => !guilty.some((pattern) => pattern.test(file)))
    expect(sessions).toBeGreaterThan(1000)
    expect(wrongly).toEqual([])
  })
})
