import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecord } from '#store/analytics/ips/record.ts'
import { presentIpRecord } from './ip-record.ts'
import { recordTexts } from './record-text.ts'
import { storedRecord, tags } from './testing/stored-record.ts'

test('a record written from the stored text is the one that is written from what it says', () => {
  const write = recordTexts(tags)
  fc.assert(
    fc.property(storedRecord, (text) => {
      expect(`${write(text, null)}}`).toBe(JSON.stringify(presentIpRecord(readRecord(text), tags, null)))
    }),
    { numRuns: 500 },
  )
})
