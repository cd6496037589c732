/**
 * How a record is written, as data: names on the wire over columns of the document. The presenter's side owns the tree
 * (server/api/export/record-shape.ts); write.ts turns it into one expression of the engine.
 */
export type Leaf =
  | { kind: 'address' }
  /** "" when the moment never came. */
  | { kind: 'day' | 'stamp'; column: string }
  | { kind: 'text' | 'flag' | 'number' | 'coordinate'; column: string }
  /** Words of ours, which hold no ";"; texts may hold anything. */
  | { kind: 'words' | 'texts' | 'numbers'; column: string }
  /** Objects of two members; one without a name is left out, a second one without a column is "". */
  | {
      kind: 'pairs'
      columns: readonly [string, string | null]
      names: readonly [string | null, string | null]
      text: 0 | 1
    }
  | { kind: 'tags'; known: readonly KnownTag[]; lastSeen: string | null }
  /** The same in every record. Tables leave it out. */
  | { kind: 'constant'; value: unknown }

export interface Shape {
  [name: string]: Shape | Leaf
}

/** A tag's definition as JSON; the moment an address last carried it goes into the member called `lastSeen`. */
export interface KnownTag {
  slug: string
  name: string
  json: string
}

export const isLeaf = (node: Shape | Leaf): node is Leaf => typeof node.kind === 'string'

export interface TableColumn {
  path: string[]
  leaf: Exclude<Leaf, { kind: 'constant' }>
}

/** What a table shows of a record: its leaves, without constants, and the address only once. */
export const tableOf = (shape: Shape): TableColumn[] =>
  leavesOf(shape, []).filter(({ path, leaf }) => leaf.kind !== 'address' || path.length === 1)

function leavesOf(shape: Shape, path: readonly string[]): TableColumn[] {
  return Object.entries(shape).flatMap(([name, node]) => {
    const here = [...path, name]
    if (!isLeaf(node)) return leavesOf(node, here)
    return node.kind === 'constant' ? [] : [{ path: here, leaf: node }]
  })
}
