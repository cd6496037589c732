import { expect, test } from 'vitest'
import { asText, dataIn } from './as-text.ts'

/** What the browser has of it. */
const sent = <T>(one: T): T => JSON.parse(JSON.stringify(one)) as T

test.each([
  [{ rows: [['198.18.0.1', null, 3.5, true]], more: { query: 'tags:"SSH Bruteforcer"' } }],
  ['`whoami` and "$(id)"\\ `'],
  ['only `graves`'],
  [['"', '`', '\\"', '\\`', '\u2028</script>', '\ud800', '']],
  [7],
  [null],
])('what a loader gives as text is read back as it was: %j', (data) => {
  expect(dataIn(sent(asText(data)))).toEqual(data)
})

test('the text of what holds no grave accents holds no quotes, which would be escaped twice on the way', () => {
  expect(asText({ name: 'a "quoted" name' }).text).toMatch(/^[^"]*$/)
})

test('nothing is read back where it was written, and each text once elsewhere', () => {
  const data = { rows: [] }
  const one = asText(data)
  expect(dataIn(one)).toBe(data)
  const other = sent(one)
  expect(dataIn(other)).toBe(dataIn(other))
})

test('what JSON loses is refused by its type: a moment would be read back as a text', () => {
  // @ts-expect-error: a Date
  const one = asText({ seen: new Date(0) })
  expect(dataIn(sent(one))).toEqual({ seen: '1970-01-01T00:00:00.000Z' })
})
