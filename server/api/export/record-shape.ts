import { type FieldGroup, withheldColumns } from '#model/ip-document/groups.ts'
import { isWireLeaf, type WireLeaf, type WireTree, wireTree } from '#model/ip-document/wire.ts'
import { isLeaf, type Leaf, type Shape, tableOf } from '#store/analytics/exports/shape.ts'
import { noBusinessService } from '../present/business-service.ts'
import { presentTag, type TagBySlug } from '../present/ip-record.ts'
import type { Selection } from '../present/select.ts'
import type { WordedTag } from '../present/api-enums.ts'

const constant = (value: unknown): Leaf => ({ kind: 'constant', value })

/** How the engine writes each form. */
const kinds = {
  verdict: 'text',
  text: 'text',
  flag: 'flag',
  number: 'number',
  coordinate: 'coordinate',
  day: 'day',
  stamp: 'stamp',
  joined: 'words',
  list: 'texts',
  numbers: 'numbers',
} as const

/** What stands where a plan lacks the group of a column. */
const emptyLeaf = (form: keyof typeof kinds): Leaf => {
  const kind = kinds[form]
  if (kind === 'words' || kind === 'texts' || kind === 'numbers') return constant([])
  if (kind === 'flag') return constant(false)
  return constant(kind === 'number' || kind === 'coordinate' ? 0 : '')
}

interface Written {
  tags: TagBySlug
  /** Columns that the plan lacks. */
  withheld: ReadonlySet<string>
}

function leafOf(leaf: WireLeaf, { tags, withheld }: Written): Leaf {
  switch (leaf.form) {
    case 'constant':
      return constant(leaf.value)
    case 'address':
      return { kind: 'address' }
    case 'tags':
      return tagsLeaf(tags)
    case 'pairs': {
      const [first, second] = leaf.members
      if (!first || !second) throw new Error('A pair has two members.')
      if (withheld.has(first.column)) return constant([])
      return {
        kind: 'pairs',
        columns: [first.column, withheld.has(second.column) ? null : second.column],
        names: [first.name, second.name],
        text: first.form === 'text' ? 0 : 1,
      }
    }
    default:
      return withheld.has(leaf.column)
        ? emptyLeaf(leaf.form)
        : { kind: kinds[leaf.form], column: leaf.column }
  }
}

const shapeOf = (tree: WireTree, written: Written): Shape =>
  Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [
      name,
      isWireLeaf(node) ? leafOf(node, written) : shapeOf(node, written),
    ]),
  )

const lastSeen = 'updated_at'

/** Of a tag's definition these members (all without them), and whether the moment is one. */
function tagsLeaf(tags: TagBySlug, members?: ReadonlySet<string>): Leaf {
  const textOf = (tag: WordedTag): string => {
    const { [lastSeen]: _, ...definition } = presentTag(tag, '')
    const shown = Object.entries(definition).filter(([name]) => members?.has(name) ?? true)
    return JSON.stringify(Object.fromEntries(shown))
  }
  const known = [...tags.values()].map((tag) => ({ slug: tag.slug, name: tag.name, json: textOf(tag) }))
  return { kind: 'tags', known, lastSeen: (members?.has(lastSeen) ?? true) ? lastSeen : null }
}

const whole = (written: Written): Shape => ({
  ip: { kind: 'address' },
  business_service_intelligence: constant(noBusinessService),
  internet_scanner_intelligence: shapeOf(wireTree, written),
})

/**
 * The record of presentIpRecord (present/ip-record.ts) as data, for the engine to write: the two must give the same, which
 * record-shape.test.ts holds them to. What of it is shown is found by showing a record that has one of everything. What the plan
 * lacks is the same empty value in every record, which tables leave out.
 */
export function recordShape(
  tags: TagBySlug,
  { shown = (record) => record, lacking = [] }: { shown?: Selection; lacking?: readonly FieldGroup[] } = {},
): Shape {
  const full = whole({ tags, withheld: withheldColumns(lacking) })
  return kept(full, shown(probeOf(full)) as Record<string, unknown>, tags)
}

/**
 * The columns of a table in the order of the paths that were asked for; what nobody asked for, as the address, comes first. Of a path
 * that holds others all of them stand in its place.
 */
export function inOrder(shape: Shape, paths: readonly string[]): Shape {
  const placeOf = (path: string): number =>
    paths.findIndex((asked) => path === asked || path.startsWith(`${asked}.`) || asked.startsWith(`${path}.`))
  const columns = tableOf(shape).map(({ path, leaf }) => [path.join('.'), leaf] as const)
  return Object.fromEntries(columns.toSorted(([a], [b]) => placeOf(a) - placeOf(b)))
}

const probeTag = presentTag(
  {
    id: '',
    slug: '',
    name: '',
    description: '',
    category: 'activity',
    intention: 'unknown',
    references: [],
    cves: [],
    recommendBlock: false,
    createdAt: '',
  } as unknown as WordedTag,
  '',
)

function probeOf(shape: Shape): Record<string, unknown> {
  const valueOf = (node: Shape | Leaf): unknown => {
    if (!isLeaf(node)) return probeOf(node)
    if (node.kind === 'constant') return node.value
    if (node.kind === 'tags') return [probeTag]
    return node.kind === 'pairs' ? [Object.fromEntries(node.names.map((name) => [name, '']))] : ''
  }
  return Object.fromEntries(Object.entries(shape).map(([name, node]) => [name, valueOf(node)]))
}

/** What of a shape is in a probe that something was taken out of. */
function kept(shape: Shape, probe: Record<string, unknown>, tags: TagBySlug): Shape {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, node]): [string, Shape | Leaf][] => {
      if (!Object.hasOwn(probe, name)) return []
      const value = probe[name]
      if (!isLeaf(node)) return [[name, kept(node, value as Record<string, unknown>, tags)]]
      if (node.kind === 'constant') return [[name, constant(value)]]
      const members = new Set(Object.keys((value as object[])[0] ?? {}))
      if (node.kind === 'tags') return [[name, tagsLeaf(tags, members)]]
      if (node.kind !== 'pairs') return [[name, node]]
      const [first, second] = node.names.map((one) => (one !== null && members.has(one) ? one : null))
      return [[name, { ...node, names: [first ?? null, second ?? null] }]]
    }),
  )
}
