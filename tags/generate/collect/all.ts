import { type Exploit, isExploit, type ExploitRequest } from '../exploits.ts'
import { exploitedOnes } from './exploited.ts'
import { rarityOf } from './rare.ts'
import { ofRequestRules } from './request-rules.ts'
import { type Gathered, factOf, isOrdinary } from './shape.ts'
import { ofSignatures } from './signatures.ts'
import { ofTemplates } from './templates.ts'

/** Where facts come from; what sees attacks goes first. */
export const origins = ['request rules', 'templates', 'signatures'] as const
export type Origin = (typeof origins)[number]

const max = { requests: 6, sharing: 3 }

const keyOf = ({
  path,
  place,
  parameter,
  kind,
  with: beside = [],
  says = [],
  headers = [],
}: ExploitRequest): string =>
  JSON.stringify([path, place, parameter, kind, beside, says, headers]).toLowerCase()

const gathered = (folder: string, from: readonly Origin[]): Gathered[] => {
  const exploited = exploitedOnes(folder)
  const rarity = rarityOf(folder)
  const all: Record<Origin, () => Gathered[]> = {
    'request rules': () => ofRequestRules(folder),
    templates: () => ofTemplates(folder, exploited, rarity),
    signatures: () => ofSignatures(folder, exploited, rarity),
  }
  return from.flatMap((origin) => all[origin]())
}

/**
 * Facts out of a data folder (docs/testing.md), by CVE: which path, which method, which parameter, what kind of
 * value. Words, patterns and payloads of others stay where they are. What rules by hand know already is left out, and so
 * is a request that would tell of more vulnerabilities than anyone could choose between.
 * @throws Error when a file is not there or not of its shape
 */
export const collectFacts = (
  folder: string,
  known: ReadonlySet<string>,
  from: readonly Origin[] = origins,
): Exploit[] => {
  const byCve = new Map<string, Gathered>()
  for (const { cves, product, requests } of gathered(folder, from)) {
    const [first = ''] = cves
    if (requests.length === 0 || cves.some((cve) => known.has(cve))) continue
    const mine = byCve.get(first)
    if (mine) mine.requests.push(...requests)
    else byCve.set(first, { cves: [...new Set(cves)], product, requests: [...requests] })
  }
  const holders = Map.groupBy(
    [...byCve.values()].flatMap(({ cves, requests }) =>
      requests.map((request) => ({ cve: cves[0], key: keyOf(request) })),
    ),
    ({ key }) => key,
  )
  const isTelling = (request: ExploitRequest): boolean =>
    !isOrdinary(request) && new Set(holders.get(keyOf(request))?.map(({ cve }) => cve)).size <= max.sharing
  return [...byCve.values()]
    .map((one) => {
      const own = [...new Map(one.requests.filter(isTelling).map((each) => [keyOf(each), each])).values()]
      // An address alone says less than what is put where it does not belong.
      const telling = own.filter(({ kind }) => kind !== 'endpoint')
      return factOf({ ...one, requests: (telling.length > 0 ? telling : own).slice(0, max.requests) })
    })
    .filter(isExploit)
    .sort((one, other) => ((one.cves[0] ?? '') < (other.cves[0] ?? '') ? -1 : 1))
}
