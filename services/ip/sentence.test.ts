import { expect, test } from 'vitest'
import { noFacts } from '#model/session.ts'
import { unseenSentence } from './sentence.ts'

test('an address that nobody saw belongs to a network and a country, as far as they are known', () => {
  const told = (facts: object) => unseenSentence({ ...noFacts, ...facts }, [])
  const google = { organization: 'Google LLC', asn: 'AS15169' }
  expect(told({ ...google, country: 'United States' })).toBe(
    'Belongs to Google LLC (AS15169), United States.',
  )
  expect(told(google)).toBe('Belongs to Google LLC (AS15169).')
  expect(told({ country: 'United States' })).toBe('Country: United States.')
  expect(told({})).toBe('')
})
