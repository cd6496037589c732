import type { Session } from '#model/session.ts'
import type { Countable, TagCount } from '#model/tag.ts'

/** What a rule over time counts of a session (docs/methods/tags.md), read a second time as plain code. */
const shows: Readonly<Record<Countable, (session: Session) => readonly string[]>> = {
  sessions: ({ id }) => [id],
  destinations: ({ destination }) => [destination.ip],
  ports: ({ destination }) => [String(destination.port)],
  sensors: ({ sensor }) => [sensor],
  paths: ({ http }) => http?.requests.flatMap(({ path }) => path || []) ?? [],
  agents: ({ http }) => http?.requests.flatMap(({ userAgent }) => userAgent || []) ?? [],
}

const dayOf = ({ firstPacket }: Session): number => Math.floor(firstPacket / 86_400_000)

/**
 * Of the sessions of one address that a rule's text matches, those that carry its tag: the rule is reached at a session when
 * the matching ones in the `within` seconds up to it, exactly `within` seconds earlier not, show at least `atLeast` different
 * ones; these carry it as far as they began on that UTC day.
 */
export function carriers(matching: readonly Session[], { of, atLeast, within }: TagCount): Set<Session> {
  const ordered = matching.toSorted((one, other) => one.firstPacket - other.firstPacket)
  const seen = new Map<string, number>()
  const count = (session: Session, by: 1 | -1): void => {
    for (const one of shows[of](session)) {
      const times = (seen.get(one) ?? 0) + by
      if (times > 0) seen.set(one, times)
      else seen.delete(one)
    }
  }
  let [begin, end] = [0, 0]
  const isUpTo = (at: number, session: Session | undefined): session is Session =>
    session !== undefined && session.firstPacket <= at
  const reached = ordered.filter(({ firstPacket }) => {
    for (let next = ordered[end]; isUpTo(firstPacket, next); next = ordered[++end]) count(next, 1)
    for (let old = ordered[begin]; isUpTo(firstPacket - within * 1000, old); old = ordered[++begin])
      count(old, -1)
    return seen.size >= atLeast
  })
  return new Set(
    ordered.filter((session) =>
      reached.some(
        (last) =>
          last.firstPacket >= session.firstPacket &&
          last.firstPacket < session.firstPacket + within * 1000 &&
          dayOf(last) === dayOf(session),
      ),
    ),
  )
}
