import { expect, test } from 'vitest'
import { extraData } from '#tests/extra-data.ts'
import { handTags } from '../load.ts'
import { collectFacts } from './collect/all.ts'
import { gatheredExploits, writtenExploits } from './exploits.ts'

test('gathering gives the facts of this repository', () => {
  const known = [...handTags(), ...writtenExploits()].flatMap(({ cves }) => cves)
  expect(collectFacts(extraData('.'), new Set(known))).toEqual(gatheredExploits())
})
