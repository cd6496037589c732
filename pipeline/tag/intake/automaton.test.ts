import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Automaton, buildAutomaton } from './automaton.ts'

function automatonOf(words: readonly string[]): Automaton {
  const steps = buildAutomaton(words)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Few letters, so that words overlap, end in each other and stand in each other. */
const letter = fc.constantFrom('a', 'b', 'é', '/', '\0', 'σ', '😀', '\uFFFD')
const text = (minLength: number, maxLength: number) =>
  fc.array(letter, { minLength, maxLength }).map((letters) => letters.join(''))

test('just the words that stand in a text are told', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(text(1, 6), { maxLength: 30 }),
      fc.array(text(0, 60), { maxLength: 4 }),
      (words, texts) => {
        const { find, states } = automatonOf(words)
        const seen = new Uint32Array(states)
        for (const [index, searched] of texts.entries()) {
          const told: number[] = []
          find(searched, seen, index + 1, (word) => told.push(word))
          const contained = words.flatMap((word, number) => (searched.includes(word) ? [number] : []))
          expect(told.toSorted((a, b) => a - b)).toEqual(contained)
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('what one text of a round told, the next one does not tell again', () => {
  const { find, states } = automatonOf(['admin', 'min', 'php'])
  const seen = new Uint32Array(states)
  const told: number[] = []
  for (const searched of ['/admin', '/admin/index.php']) find(searched, seen, 1, (word) => told.push(word))
  expect(told).toEqual([0, 1, 2])
})

test('more states than sixteen bits can number', () => {
  const words = Array.from({ length: 9000 }, (_, index) => `${(index * 7919).toString(36)}-${index}-word`)
  const { find, states } = automatonOf(words)
  expect(states).toBeGreaterThan(65_535)
  const told: number[] = []
  find(`x${words[8999]}${words[17]}`, new Uint32Array(states), 1, (word) => told.push(word))
  expect(told.map((number) => words[number])).toEqual(expect.arrayContaining([words[8999], words[17]]))
})
