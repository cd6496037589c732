import type { KnownNames } from '#gnql/resolve/value.ts'
import { understand, type Understanding } from '#gnql/understand.ts'
import { Refusal } from '#model/errors.ts'
import type { Tag } from '#model/tag.ts'
import { windowDays } from '#store/analytics/documents/window.ts'
import type { Ctx } from '../context.ts'

type Asker = Pick<Ctx, 'scope' | 'tags'>

/** Text to meaning for IP records, with the reach of the asker's plan. `now` in milliseconds. */
export function understandIpQuery(query: string, { scope, tags }: Asker, now: number): Understanding {
  const { historicDays } = scope.plan
  return understand(query, {
    catalogue: 'ip',
    now,
    windowDays: historicDays,
    limited: historicDays < windowDays,
    tags: namesOf(tags),
  })
}

const known = new WeakMap<object, KnownNames>()

function namesOf(tags: ReadonlyMap<string, Tag>): KnownNames {
  const before = known.get(tags)
  if (before) return before
  const all = [...tags.values()].flatMap(({ name, slug }) => [name, slug])
  const lowered = new Set(all.map((name) => name.toLowerCase()))
  const made = { all, has: (name: string) => lowered.has(name) }
  known.set(tags, made)
  return made
}

/** The same for callers that take no diagnostics: @throws Refusal 'invalid-query' with the span and what was expected. */
export function understoodOrRefused(query: string, asker: Asker, now: number): Understanding {
  const understood = understandIpQuery(query, asker, now)
  if (understood.ok) return understood
  const first = understood.diagnostics.find(({ severity }) => severity === 'error')
  throw new Refusal('invalid-query', {
    message: first
      ? `${first.message} (at ${first.span.start}–${first.span.end})`
      : 'The query could not be understood.',
    extra: { query, diagnostics: understood.diagnostics },
  })
}
