import { rank } from '#gnql/complete/name-index.ts'
import { ipRegistry } from '#gnql/registry/ip.ts'
import { term } from '#gnql/term.ts'
import { readAddress } from '#model/address.ts'
import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import { searchRight } from '#model/search-type.ts'
import {
  type SearchDataset,
  type Suggestion,
  type SuggestionGroup,
  suggestionKinds,
  suggestionLimits as limits,
  type Suggestions,
} from '#model/suggestion.ts'
import { has, verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { stretchesOf } from './address-prefix.ts'
import { addressesBeginning } from './addresses.ts'
import { knownCves } from './cves.ts'
import { frequent } from './frequent.ts'
import { openRanked, type Ranked } from './ranked.ts'
import { type Seen, seenThings } from './seen.ts'
import { suggestedTag, tagsSaying } from './tags.ts'
import { wordsOf } from './words.ts'

export interface Suggest {
  /** What stands in the field. */
  text: string
  dataset: SearchDataset
}

/** What we know that goes by what was typed, of as much as the plan of whoever types holds. Costs no search. */
export const suggest = verb([], async (ctx: Ctx, { text, dataset }: Suggest): Promise<Suggestions> => {
  if (dataset !== 'ips' && !has(ctx.scope, searchRight(dataset)))
    return { groups: [], trending: [], popular: [] }
  const typed = wordsOf(text)
  const seen = await seenThings(ctx)
  const [groups, often] = await Promise.all([
    typed.length === 0 ? [] : groupsOf(ctx, { typed, text: text.trim(), dataset, seen }),
    typed.length === 0 || dataset !== 'ips' ? frequent(ctx, dataset, seen) : { trending: [], popular: [] },
  ])
  return { groups: groups.filter(({ items }) => items.length > 0), ...often }
})

interface Asked {
  typed: readonly string[]
  text: string
  dataset: SearchDataset
  seen: Seen
}

async function groupsOf(ctx: Ctx, asked: Asked): Promise<SuggestionGroup[]> {
  const { typed, text, dataset, seen } = asked
  if (dataset === 'ips' && stretchesOf(text).length > 0)
    return [{ kind: 'address', items: addressesBeginning(ctx, text), total: null }]
  if (dataset === 'ips' && isList(text)) return []
  const withheld = withheldColumns(lackingGroups(ctx.scope.plan))
  const cves = await knownCves(ctx)
  const lists =
    dataset === 'cves' ? [cves] : dataset === 'ips' ? [cves, ...listsFor(ctx, seen, withheld)] : []
  const max = dataset === 'cves' ? limits.cves : limits.ofKind
  const find = (words: readonly string[]): SuggestionGroup[] => [
    ...lists.map(({ kind, find: found }) => ({ kind, items: found(words, max), total: null })),
    ...(dataset === 'cves' ? [] : [tagGroup(ctx, words, asked)]),
  ]
  let groups = find(typed)
  if (groups.every(({ items }) => items.length === 0)) groups = find(known(ctx, lists, typed))
  const seenOf = withheld.has('cves') ? null : seen.cves
  const told = groups.map((group) =>
    group.kind === 'cve' ? { ...group, items: counted(group.items, seenOf) } : group,
  )
  return told.sort((a, b) => suggestionKinds.indexOf(a.kind) - suggestionKinds.indexOf(b.kind))
}

/** Addresses and nothing else: their digits are no words of a name. */
const isList = (text: string): boolean =>
  text
    .split(/[\s,;|]+/)
    .filter(Boolean)
    .every((word) => readAddress(word) !== null)

/** Each with how many addresses try it; those that are seen first. */
const counted = (cves: readonly Suggestion[], seen: ReadonlyMap<string, number> | null): Suggestion[] =>
  cves
    .map((cve) => ({ ...cve, count: seen === null ? null : (seen.get(cve.label) ?? 0) }))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))

/** What a plan withholds is not found either. */
function listsFor(ctx: Ctx, seen: Seen, withheld: ReadonlySet<string>): Ranked[] {
  if (!has(ctx.scope, 'feature-search-ips')) return []
  const lists: readonly (readonly [column: string, list: Ranked])[] = [
    ['actor', actorsOf(ctx, seen)],
    ['asn', seen.networks],
    ['organization', seen.organizations],
    ['http_path', seen.paths],
    ['ja3_fingerprint', seen.fingerprints],
  ]
  return lists.filter(([column]) => !withheld.has(column)).map(([, list]) => list)
}

const actors = new WeakMap<Seen, Ranked>()

/** Those seen, then those that only our tags name. */
function actorsOf({ tags }: Pick<Ctx, 'tags'>, seen: Seen): Ranked {
  const made = actors.get(seen)
  if (made) return made
  const names = new Set([
    ...seen.actors.keys(),
    ...[...tags.values()].flatMap(({ actor }) => actor ?? []).sort(),
  ])
  const list = openRanked(
    'actor',
    [...names].map((name) => ({
      label: name,
      detail: '',
      also: '',
      count: seen.actors.get(name) ?? 0,
      page: 'query',
      value: term('actor', name),
    })),
  )
  actors.set(seen, list)
  return list
}

function tagGroup(ctx: Ctx, words: readonly string[], { dataset, seen }: Asked): SuggestionGroup {
  if (!has(ctx.scope, 'feature-search-tags')) return { kind: 'tag', items: [], total: null }
  const found = tagsSaying(ctx.tags.values(), words, seen.tags)
  const isQuery = dataset === 'ips' && has(ctx.scope, 'feature-search-ips')
  return {
    kind: 'tag',
    items: found
      .slice(0, dataset === 'tags' ? limits.tags : limits.ofKind)
      .map((tag) => suggestedTag(tag, words, { count: seen.tags.get(tag.slug) ?? 0, isQuery })),
    total: found.length,
  }
}

/** Where nothing has all the words, the longest that a name has: "mirai botnet" finds Mirai. Short ones mean nothing alone. */
function known(ctx: Ctx, lists: readonly Ranked[], typed: readonly string[]): string[] {
  const tags = has(ctx.scope, 'feature-search-tags') ? [...ctx.tags.values()] : []
  const isKnown = (word: string): boolean =>
    lists.some((list) => list.has(word)) || tags.some(({ name }) => rank(name, word) < 2)
  return typed
    .filter((word) => word.length > 2 && ipRegistry.find(word) === null)
    .sort((a, b) => b.length - a.length)
    .filter(isKnown)
    .slice(0, 1)
}
