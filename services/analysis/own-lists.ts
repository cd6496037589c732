import { limits } from '#gnql/limits.ts'
import type { KnownList, KnownLists } from '#gnql/lists.ts'
import { fold } from '#gnql/values/fold.ts'
import { isOver } from '#model/analysis.ts'
import type { ListName } from '#store/app/analyses.ts'
import { has } from '../access.ts'
import type { Installation } from '#store/app/installation.ts'
import type { Log } from '#store/log.ts'
import { type Scope, tenantOf, userIn } from '../scope.ts'
import { kinds } from './kinds.ts'
import type { Results } from './parts.ts'
import { isNotHere, logUnreadable } from './unreadable.ts'

/** The lists of addresses of one caller: what they had analyzed, and what others of their workspace share. */
export interface OwnLists {
  /** The lists that a query calls so, read. */
  named(names: readonly string[]): Promise<KnownLists>
  /** Names of all that a query may ask for, those sent last first. */
  names(): Promise<string[]>
}

/** Those sent last; older ones are asked for by nobody who did not know them before. */
const most = 1000

const none: OwnLists = { named: async () => ({ named: new Map(), names: [] }), names: async () => [] }

/** A visitor, and whoever's plan analyzes no lists, has none. */
export function ownLists(
  {
    installation,
    analyses,
    clock,
    log,
  }: {
    installation: Pick<Installation, 'workspace'>
    analyses: { results: Results }
    clock: () => number
    log: Log
  },
  scope: Scope,
): OwnLists {
  const tenant = tenantOf(scope)
  if (tenant === null || !has(scope, 'workspace') || !has(scope, kinds.ips.needs)) return none
  const all = (): Promise<ListName[]> =>
    installation
      .workspace(tenant)
      .analyses.names({ user: userIn(scope), kind: 'ips', now: clock(), limit: most })

  async function read({ id, state, result }: ListName, others: number): Promise<KnownList> {
    if (result === '') return { problem: isOver(state) ? 'empty' : 'unread' }
    try {
      const { keys } = await analyses.results.get(result)
      return { addresses: { id: result, keys }, others }
    } catch (error) {
      logUnreadable(log, error, { analysis: id })
      return { problem: isNotHere(error) ? 'not-here' : 'broken' }
    }
  }

  return {
    async named(asked) {
      const lists = await all()
      const found = await Promise.all(
        asked.map(fold).map(async (name, at): Promise<(readonly [string, KnownList])[]> => {
          const [list, ...others] = listsCalled(lists, name)
          if (!list) return []
          const known = at < limits.lists ? await read(list, others.length) : { problem: 'too-many' as const }
          return [[name, known]]
        }),
      )
      return { named: new Map(found.flat()), names: namesOf(lists) }
    },
    names: async () => namesOf(await all()),
  }
}

const namesOf = (lists: readonly ListName[]): string[] => [...new Set(lists.map(({ name }) => name))]

/** An id names one list whatever others are called; a name that several have, the one sent last that can be asked for. */
function listsCalled(lists: readonly ListName[], name: string): ListName[] {
  const byId = lists.find(({ id }) => id === name)
  if (byId) return [byId]
  const called = lists.filter((list) => fold(list.name) === name)
  const ready = called.filter(({ result }) => result !== '')
  return ready.length > 0 ? ready : called.slice(0, 1)
}
