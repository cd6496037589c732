import { expect, test } from 'vitest'
import { extraData } from '#tests/extra-data.ts'
import { handTags } from '../load.ts'
import { collectFacts } from './collect/all.ts'
import { gatheredFacts, writtenFacts } from './facts.ts'

test('gathering gives the facts of this repository', () => {
  const known = [...handTags(), ...writtenFacts()].flatMap(({ cves }) => cves)
  expect(collectFacts(extraData('.'), new Set(known))).toEqual(gatheredFacts())
})
