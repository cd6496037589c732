import { nearest } from '#gnql/suggest.ts'
import { refuse } from '#model/errors.ts'
import { wireNames, wirePath } from './wire-paths.ts'

/** The record with what was asked for; `ip` always comes. */
export type Selection = (record: object) => object

/** Paths of the record that `fields=` names, in its order. @throws Refusal 'invalid-input' as selection does */
export const fieldPaths = (fields: string | undefined): string[] =>
  namesIn(fields).map((name) => known('fields', name))

/** Which parts of records a request asks for, as its parameters say it. */
export interface AskedFields {
  fields?: string | undefined
  exclude?: string | undefined
}

/** Whether they name nothing: what is shown is the whole record. */
export const selectsAll = ({ fields, exclude }: AskedFields): boolean =>
  namesIn(fields).length === 0 && namesIn(exclude).length === 0

/** Names other servers know, which leave nothing out here. */
const elsewhere = new Set(['tag_volumes', 'raw_data.tcp.ja4l'])
/** Keeps of each tag what names it. */
const tagDetails = 'tags.details'

/**
 * `fields=` shows only these, `exclude=` leaves these out: dotted paths of the record separated by commas, with or
 * without "internet_scanner_intelligence." and "metadata."; of lists of objects a member too ("tags.name").
 * @throws Refusal 'invalid-input' for a name the record does not have, naming the nearest
 */
export function selection({ fields, exclude }: AskedFields): Selection {
  const kept = fieldPaths(fields)
  const given = namesIn(exclude).filter((name) => !elsewhere.has(withoutPrefix(name)))
  const details = given.some(isTagDetails)
  const dropped = given.filter((name) => !isTagDetails(name)).map((name) => known('exclude', name))
  const tree = kept.length === 0 ? true : treeOf([...kept, 'ip'])
  const tags = treeOf([tagPath('id'), tagPath('slug')])
  return (record) => {
    let shown: unknown = picked(record, tree)
    for (const path of dropped) shown = without(shown, path.split('.'))
    return (details ? withTags(shown, tags) : shown) as object
  }
}

const withoutPrefix = (name: string): string =>
  name.replace(/^internet_scanner_intelligence\./, '').replace(/^metadata\./, '')
const isTagDetails = (name: string): boolean => withoutPrefix(name) === tagDetails

const namesIn = (list = ''): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

function known(parameter: string, name: string): string {
  const path = wirePath(name)
  if (path !== null) return path
  const near = nearest(name, wireNames)
  const hint = near === null ? '' : `, did you mean "${near}"?`
  throw refuse('invalid-input', `${parameter}: the record has no "${name.slice(0, 100)}"${hint}`, {
    parameter,
    found: name,
    suggestion: near,
  })
}

type Tree = true | { [name: string]: Tree }

function treeOf(paths: readonly string[]): Tree {
  const root: { [name: string]: Tree } = {}
  // Shorter ones first: what is shown whole needs no parts.
  for (const path of paths.toSorted((a, b) => a.length - b.length)) {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    let branch: Tree = root
    for (const step of steps) if (branch !== true) branch = branch[step] ??= {}
    if (branch !== true) branch[last] = true
  }
  return root
}

function picked(value: unknown, tree: Tree): unknown {
  if (tree === true) return value
  if (Array.isArray(value)) return value.map((each) => picked(each, tree))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const part = tree[name]
      return part === undefined ? [] : [[name, picked(inner, part)]]
    }),
  )
}

function without(value: unknown, [head = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, [head, ...rest]))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, head)) return value
  const { [head]: inner, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...value, [head]: without(inner, rest) }
}

const tagPath = (name: string): string => `internet_scanner_intelligence.tags.${name}`

function withTags(record: unknown, tree: Tree): unknown {
  const { internet_scanner_intelligence: scanner, ...rest } = record as Record<string, { tags?: unknown }>
  const { internet_scanner_intelligence: shown } = picked(
    { internet_scanner_intelligence: scanner },
    tree,
  ) as {
    internet_scanner_intelligence?: object
  }
  return scanner ? { ...rest, internet_scanner_intelligence: { ...scanner, ...shown } } : rest
}
