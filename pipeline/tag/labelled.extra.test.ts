import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matches } from '#gnql/match.ts'
import type { Session } from '#model/session.ts'
import { rowsOf } from '#tags/generate/collect/shape.ts'
import { loadTags } from '#tags/load.ts'
import { request } from '#tags/proof/sketch.ts'
import { extraData } from '#tests/extra-data.ts'
import { ruleDocument } from './reading.ts'
import { analyzeRules } from './analyze-rules.ts'

const tags = loadTags()
const rules = analyzeRules(tags.filter(({ count }) => !count))

/** The slugs of all rules that hold. */
const taggedPlainly = (session: Session): string[] => {
  const document = ruleDocument(session)
  return rules.filter(({ predicate }) => matches(predicate, document)).map(({ slug }) => slug)
}

interface Labelled {
  cve: string[]
  method: string
  path: string
  headers: Record<string, string>
  body: string
  blocked_expected: boolean
  has_placeholders: boolean
}

const labelled = extraData('tags/exploit-requests.ndjson')

test('labelled exploit requests get the tag of their CVE, and their harmless look-alikes none', () => {
  const covered = new Map(tags.flatMap(({ slug, cves }) => cves.map((cve) => [cve, slug] as const)))
  const malicious = new Set(tags.filter(({ intention }) => intention === 'malicious').map(({ slug }) => slug))
  const rows = readFileSync(labelled, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled)
  const slugsOf = (row: Labelled): string[] => {
    const header = (name: string): string | undefined =>
      Object.entries(row.headers).find(([key]) => key.toLowerCase() === name)?.[1]
    const [agent, authorization, cookies, referer, contentType] = [
      header('user-agent'),
      header('authorization'),
      header('cookie'),
      header('referer'),
      header('content-type'),
    ]
    return taggedPlainly(
      request(row.method, row.path, row.body, {
        headers: row.headers,
        ...(agent !== undefined && { agent }),
        ...(authorization !== undefined && { authorization }),
        ...(cookies !== undefined && { cookies }),
        ...(referer !== undefined && { referer }),
        ...(contentType !== undefined && { contentType }),
      }),
    )
  }
  const given = new Map(rows.map((row) => [row, slugsOf(row)]))
  const isMalicious = (row: Labelled): boolean => given.get(row)?.some((slug) => malicious.has(slug)) ?? false
  const harmless = rows.filter((row) => !row.blocked_expected)
  const naming = new Set(tags.filter(({ cves }) => cves.length > 0).map(({ slug }) => slug))
  const accused = harmless.filter(
    (row) => isMalicious(row) || given.get(row)?.some((slug) => naming.has(slug)),
  )
  expect(accused.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const ours = rows.filter((row) => row.blocked_expected && row.cve.some((cve) => covered.has(cve)))
  const missed = ours.filter(
    (row) => !row.cve.some((cve) => given.get(row)?.includes(covered.get(cve) ?? '')),
  )
  const attacks = rows.filter((row) => row.blocked_expected)
  const judged = attacks.filter(isMalicious)
  console.log(
    `labelled requests: ${ours.length - missed.length} of ${ours.length} with a CVE of ours get its tag, ` +
      `${judged.length} of all ${attacks.length} attacks a malicious one, 0 of ${harmless.length} look-alikes`,
  )
  expect(ours.length).toBe(attacks.filter(({ cve }) => cve.length > 0).length)
  // The login before the exploit is a login attempt to us, not the exploit.
  expect(missed.map(({ cve, method, path }) => `${cve.join()} ${method} ${path}`)).toEqual([
    'CVE-2023-33617 POST /boaform/admin/formLogin',
  ])
})

interface Template {
  cve: string[]
  requests: Pick<Labelled, 'method' | 'path' | 'headers' | 'body'>[]
}

/** Placeholders stand for anything: an address of the asker's, or a word. */
const filled = (text: string): string =>
  text
    .replaceAll(/\{\{\s*(?:interactsh-url|oast|callback)\s*\}\}/gi, 'oast.test')
    .replaceAll(/\{\{[^{}]*\}\}/g, 'zz0')

test('requests that others publish for a vulnerability of ours get its tag as they were published', () => {
  const bySlug = new Map(rules.map(({ slug, predicate }) => [slug, predicate]))
  const byCve = Map.groupBy(
    tags.flatMap(({ slug, cves }) => cves.map((cve) => ({ cve, predicate: bySlug.get(slug) }))),
    ({ cve }) => cve,
  )
  const missed: string[] = []
  let known = 0
  for (const { cve, requests } of rowsOf<Template>(extraData('.'), 'tags/http-cve-templates.ndjson.gz')) {
    const mine = cve.flatMap((one) => byCve.get(one) ?? [])
    if (mine.length === 0) continue
    known += 1
    const documents = requests.map(({ method, path, headers = {}, body = '' }) => {
      const lines = Object.entries(headers).map(([name, value]): [string, string] => [name, filled(value)])
      const of = (wanted: string): string => lines.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
      return ruleDocument(
        request(method, filled(path), filled(body), {
          headers: Object.fromEntries(lines),
          agent: of('user-agent'),
          authorization: of('authorization'),
          cookies: of('cookie'),
          referer: of('referer'),
          origin: of('origin'),
          contentType: of('content-type'),
        }),
      )
    })
    if (!mine.some(({ predicate }) => documents.some((one) => predicate && matches(predicate, one))))
      missed.push(cve.join())
  }
  console.log(`requests of templates: ${known - missed.length} of ${known} get the tag of their CVE`)
  // The others are steps before an exploit, or hold a placeholder where the exploit would stand.
  expect(known).toBeGreaterThan(700)
  expect(missed.length / known, missed.join(' ')).toBeLessThan(0.045)
})
