import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NameList, valuesOf } from './rows.ts'

const text = fc.oneof(
  fc.constantFrom('', 'a', 'a b', 'aa', 'b', 'é', '😀', '\uffff', '1', '10', '2'),
  fc.string(),
)

test('under a key stands what was said of it, each once and in order, whatever else was said', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), text, (pairs, other) => {
      const list = new NameList()
      const added = pairs.filter(([key, value]) => list.add(key, value))
      const rows = list.done()
      for (const key of [...added.map(([key]) => key), other]) {
        const wanted = rows.keys.flatMap((each, at) => (each === key ? [rows.values[at] ?? ''] : []))
        expect(valuesOf(rows, key)).toEqual(wanted)
      }
    }),
  )
})
