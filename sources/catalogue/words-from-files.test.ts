import { expect, test } from 'vitest'
import { readActors } from '../actors/read.ts'
import { cloudName } from './cloud.ts'
import { businessService } from './service-words.ts'

// What every object of the language knows by itself. A list may hold such a word, and then whatever came from one of its
// addresses could not be looked up.
test.each(Object.getOwnPropertyNames(Object.prototype))(
  'the word "%s" in a list is a word like any other',
  (word) => {
    expect(cloudName(word)).toBe(word)
    expect(businessService(['Example', word, '1', 'a-list'], 0)).toMatchObject({
      category: word,
      description: 'A business service.',
    })
    const rows = [{ slug: word, name: 'Example', intention: 'benign', rdns_suffixes: ['scan.example.com'] }]
    const slug = word.toLowerCase().replaceAll('_', '')
    expect(readActors(new TextEncoder().encode(JSON.stringify(rows))).actors).toMatchObject([{ slug }])
  },
)

test('words that are known keep their meaning', () => {
  expect(cloudName('amazon')).toBe('Amazon AWS')
  expect(businessService(['Example', 'cdn', '2', 'a-list'], 0)?.description).toBe(
    'A content delivery network.',
  )
})
