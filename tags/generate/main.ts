import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadTags } from '../load.ts'
import { collectFacts } from './collect.ts'
import { factsFile, loadFacts, parseFacts } from './facts.ts'
import { slugOf, tagOf } from './rule.ts'

/**
 * `node tags/generate/main.ts [DATA]`: makes the generated rules anew from tags/generate/facts.json; with a data folder
 * shaped like ../shared/data the facts are gathered first. Writes data and nothing else.
 */
const rulesFolder = resolve(import.meta.dirname, '../rules')
const isGenerated = (slug: string): boolean => /^cve-\d{4}-\d+$/.test(slug)
const folder = process.argv[2]

if (folder !== undefined) {
  const byHand = loadTags().filter(({ slug }) => !isGenerated(slug))
  const facts = parseFacts(collectFacts(folder, new Set(byHand.flatMap(({ cves }) => cves))))
  writeFileSync(factsFile, `${JSON.stringify(facts, null, 1)}\n`)
}
for (const { slug } of loadTags()) if (isGenerated(slug)) rmSync(join(rulesFolder, `${slug}.json`))
const facts = loadFacts()
for (const fact of facts)
  writeFileSync(join(rulesFolder, `${slugOf(fact)}.json`), `${JSON.stringify(tagOf(fact), null, 2)}\n`)
console.log(`${facts.length} rules of ${facts.length} facts`)
