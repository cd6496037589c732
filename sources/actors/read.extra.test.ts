import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { extraData } from '#tests/extra-data.ts'
import { readActors } from './read.ts'

test.each([
  ['scanners/actors.json', 115],
  ['scanners/actor-ranges.csv.gz', 100],
  ['netlists/verified-bots.json', 24],
  ['netlists/crawlers.csv.gz', 35],
])('the real list %s is read', (name, min) => {
  expect(readActors(readFileSync(extraData(name))).actors.length).toBeGreaterThanOrEqual(min)
})
