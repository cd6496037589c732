import { z } from 'zod'
import { matches } from '#gnql/match.ts'
import type { Session } from '#model/session.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import type { Tagging } from '#store/analytics/sessions/tagging.ts'
import type { AnalyzedRule } from './analyze-rules.ts'
import { ruleDocument } from './reading.ts'

/** The same sessions under ids of their own. */
export const numbered = (sessions: readonly Session[], prefix = ''): Session[] =>
  sessions.map((session, index) => ({
    ...session,
    id: prefix + index.toString(16).padStart(32 - prefix.length, '0'),
  }))

/** Stores sessions without tags, in units of one origin. */
export async function storeUntagged(analytics: Analytics, sessions: readonly Session[]): Promise<void> {
  for (const [origin, some] of Map.groupBy(sessions, (session) => session.origin))
    await insertSessions(analytics, { sessions: some, token: `${origin} ${some[0]?.id}` })
}

const asked = defineQuery({
  name: 'what the engine says of stored sessions',
  params: z.object({}),
  row: z.object({ id: z.string(), tags: z.array(z.string()) }),
  sql: 'SELECT id, arraySort(arrayDistinct({{tagging}})) AS tags FROM {db}.sessions',
  // What tagging takes grows with its block.
  settings: { max_block_size: 500, max_threads: 1 },
})

/** The tags that the engine gives stored sessions when it tags them anew, by id. */
export const tagsByEngine = async (
  analytics: Analytics,
  tagging: Tagging,
): Promise<ReadonlyMap<string, readonly string[]>> =>
  new Map((await analytics.app.run(asked, {}, { fragments: { tagging } })).map(({ id, tags }) => [id, tags]))

/** The tags that the plain matcher gives a session, sorted. */
export function tagsPlainly(rules: readonly AnalyzedRule[], session: Session): string[] {
  const document = ruleDocument(session)
  return rules
    .filter(({ predicate }) => matches(predicate, document))
    .map(({ slug }) => slug)
    .toSorted()
}
