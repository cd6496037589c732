import { writeFileSync } from 'node:fs'
import { generatedFile, handTags } from '../load.ts'
import { collectFacts } from './collect/all.ts'
import { gatheredFile, loadExploits, parseExploits, writtenExploits } from './exploits.ts'
import { tagOf } from './rule.ts'

/**
 * `node tags/generate/main.ts [DATA]`: makes tags/generated.ndjson anew from the facts; with a folder of extra data
 * (docs/testing.md) the gathered ones are gathered first. Writes data and nothing else.
 */
const folder = process.argv[2]
const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

if (folder !== undefined) {
  const known = new Set([...handTags(), ...writtenExploits()].flatMap(({ cves }) => cves))
  writeFileSync(gatheredFile, lines(parseExploits(collectFacts(folder, known))))
}
const facts = loadExploits()
writeFileSync(generatedFile, lines(facts.map(tagOf)))
console.log(`${facts.length} rules`)
