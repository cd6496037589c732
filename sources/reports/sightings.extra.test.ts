import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { extraData } from '#tests/extra-data.ts'
import { readSightings } from './sightings.ts'

test.each([
  ['honeypot-threats.csv.gz', 20_000],
  ['honeypot-probes.txt.gz', 5900],
  ['honeypot-unclassified.txt.gz', 29_000],
  ['ipsum.csv.gz', 30_000],
])('the real list %s is read whole', (name, min) => {
  const { addresses, unreadable } = readSightings(readFileSync(extraData(`threats/${name}`)))
  expect(addresses.length).toBeGreaterThan(min)
  expect(unreadable).toBeLessThan(3)
})
