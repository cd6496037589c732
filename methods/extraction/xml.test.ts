import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractorOf } from './extractor.ts'

/** XML is read as text (docs/methods/extraction.md): an id holds nothing that XML would write in another way (XML 1.0 §2.4). */

function idsOf(bytes: Uint8Array): string[] {
  const extractor = extractorOf('cves')
  extractor.push(bytes)
  extractor.end()
  return extractor.rows(0, Infinity).map(({ text }) => text)
}

const id = fc
  .tuple(fc.integer({ min: 1999, max: 2030 }), fc.integer({ min: 1000, max: 9_999_999 }))
  .map(([year, number]) => `CVE-${year}-${number}`)
const name = fc.constantFrom('cve', 'n:ref', 'a-b')
const filling = fc.constantFrom('', ' ', '&amp;', '\n', 'é', '&#10;')

/** A node of a document, and the ids that stand in it in their order. */
interface Node {
  xml: string
  ids: string[]
}
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(filling, id).map(([before, own]) => ({ xml: `${before}${own}${before}`, ids: [own] })),
    id.map((own) => ({ xml: `<![CDATA[<b>${own}</b>]]>`, ids: [own] })),
    fc.tuple(name, id, fc.constantFrom('"', "'")).map(([tag, own, quote]) => ({
      xml: `<${tag} x=${quote}${own}${quote}/>`,
      ids: [own],
    })),
    fc.tuple(name, fc.array(tie('node'), { maxLength: 4 })).map(([tag, nodes]) => ({
      xml: `<${tag}>${nodes.map(({ xml }) => xml).join('<br/>')}</${tag}>`,
      ids: nodes.flatMap(({ ids }) => ids),
    })),
  ),
}))

test('of a document everything counts that stands between tags, in attributes and in CDATA', () => {
  fc.assert(
    fc.property(node, fc.boolean(), ({ xml, ids }, isUtf16) => {
      const document = `<?xml version="1.0"?>\n<root>${xml}</root>`
      const bytes = Buffer.from(isUtf16 ? `\ufeff${document}` : document, isUtf16 ? 'utf16le' : 'utf8')
      expect(idsOf(bytes)).toEqual([...new Set(ids)])
    }),
  )
})

test('entities are not resolved: a document that would unfold to billions costs its own length', () => {
  const levels = Array.from(
    { length: 20 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('\n')
  const document = `<!DOCTYPE r [<!ENTITY l0 "CVE-2021-44228">\n${levels}\n<!ENTITY file SYSTEM "file:///etc/passwd">]><r>&l20;&file;</r>`
  const extractor = extractorOf('cves')
  extractor.push(Buffer.from(document))
  expect(extractor.end()).toMatchObject({ found: 1, distinct: 1 })
})
