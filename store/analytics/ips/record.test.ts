import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IpDocument } from '#model/ip-record.ts'
import { emptyDocument } from '../tables/document.ts'
import { readMembers, readRecord } from './record.ts'
import { storedRecord } from './testing/stored-record.ts'

const record = storedRecord(fc.array(fc.string(), { maxLength: 4 }))
const members = Object.keys(emptyDocument('')) as (keyof IpDocument)[]

test('some members of a record are read as with all of it, and the others are empty', () => {
  fc.assert(
    fc.property(record, fc.subarray(members), (text, some) => {
      const whole = readRecord(text)
      const wanted = Object.fromEntries(some.map((name) => [name, whole[name]]))
      expect(readMembers(some)(text)).toEqual({ ...emptyDocument(''), ...wanted })
    }),
  )
})

test('of a record that an earlier release wrote, what it lacks is empty', () => {
  fc.assert(
    fc.property(record, fc.nat({ max: 60 }), (text, length) => {
      const older = JSON.stringify((JSON.parse(text) as unknown[]).slice(0, length + 1))
      expect(readMembers(members)(older)).toEqual(readRecord(older))
    }),
  )
})
