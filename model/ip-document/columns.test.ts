import { expect, test } from 'vitest'
import { capOf, columnCatalogue, ipDocumentColumns } from './columns.ts'
import { isWireLeaf, type WireLeaf, type WireTree, wireTree } from './wire.ts'

const inOrder = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

test('places in the stored record and numbers of codes are given once each, without gaps', () => {
  expect(ipDocumentColumns.map(({ place }) => place)).toEqual(inOrder(ipDocumentColumns.length))
  const facets = ipDocumentColumns.flatMap(({ facet }) => facet ?? []).sort((a, b) => a - b)
  expect(facets).toEqual(inOrder(facets.length))
  // A code has five bits for its kind.
  expect(facets.length).toBeLessThanOrEqual(32)
})

test('a pair has two halves, one behind the other in the record, with one cap', () => {
  const halves = ipDocumentColumns.filter(({ pair }) => pair !== undefined)
  for (const [list, both] of Map.groupBy(halves, ({ pair }) => pair?.split('.')[0] ?? '')) {
    expect(both.length, list).toBe(2)
    expect(new Set(both.map(({ cap }) => cap)).size, list).toBe(1)
    expect((both[1]?.place ?? 0) - (both[0]?.place ?? 0), list).toBe(1)
    for (const { name, pair } of both) expect(name).toBe(pair?.replace('.', '_'))
  }
  expect(capOf('scan')).toBe(1000)
})

const leaves = (tree: WireTree): WireLeaf[] =>
  Object.values(tree).flatMap((node) => (isWireLeaf(node) ? [node] : leaves(node)))

test('the record shows every value that a column puts there, and of what nobody records an empty list', () => {
  const placed = Object.values(columnCatalogue).flatMap((column) =>
    'wire' in column ? Object.keys(column.wire) : [],
  )
  expect(new Set(placed).size).toBe(placed.length)
  const shown = leaves(wireTree).flatMap((leaf): unknown[] =>
    leaf.form === 'pairs' ? [...leaf.members] : [leaf],
  )
  // `found` and `seen` are no columns.
  expect(shown.length).toBe(placed.length + 2)
})
