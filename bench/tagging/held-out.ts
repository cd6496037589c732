import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analyzeRules } from '#pipeline/tag/analyze-rules.ts'
import { collectFacts, origins, type Origin } from '#tags/generate/collect/all.ts'
import { writtenExploits } from '#tags/generate/exploits.ts'
import { tagOf } from '#tags/generate/rule.ts'
import { handTags } from '#tags/load.ts'
import { extraData } from '#tests/extra-data.ts'
import { judgeLabelled } from './labelled.ts'

/**
 * How rules do on labelled requests by where their facts come from: those of the request rules were made from the same
 * hub as the requests, the others never saw them. Needs extra data (tests/extra-data.ts):
 *
 *     node bench/tagging/held-out.ts --data FOLDER
 */
const { values } = parseArgs({ options: { data: { type: 'string' } } })
const data = extraData('.', values.data)
const byHand = handTags().filter(({ count }) => !count)
const written = writtenExploits().map(tagOf)
const gathered = (from: readonly Origin[], known: readonly { cves: readonly string[] }[]) =>
  collectFacts(data, new Set(known.flatMap(({ cves }) => cves)), from).map(tagOf)

const cases: [string, ReturnType<typeof gathered>][] = [
  ...origins.map((origin): [string, ReturnType<typeof gathered>] => [
    `${origin} alone`,
    gathered([origin], []),
  ]),
  ['templates and signatures', gathered(['templates', 'signatures'], [])],
  ['rules by hand alone', byHand],
  ['facts written by hand alone', written],
  ['everything', [...byHand, ...written, ...gathered(origins, [...byHand, ...written])]],
]
console.log(
  '| facts | rules | recall: exploits it names that got their CVE | CVE tags that were right | look-alikes called malicious |',
)
console.log('|---|---:|---:|---:|---:|')
for (const [name, tags] of cases) {
  const rules = analyzeRules(tags)
  const file = join(data, 'tags/exploit-requests.ndjson')
  const row = judgeLabelled(file, { tags, rules, familyOf: () => name }).get(name)
  if (row)
    console.log(
      `| ${name} | ${tags.length} | ${row.found} of ${row.known} | ${row.right} of ${row.given} | ${row.accused} |`,
    )
}
