import { readEvidence } from '#model/evidence.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Sighting } from '#model/ip-report.ts'
import type { Verdict } from '#model/verdict.ts'
import { judge } from '#methods/verdict/judge.ts'
import { intentionOf, type Reason } from '#methods/verdict/rule.ts'
import type { Ctx } from '../context.ts'
import type { ActorNames } from './actors.ts'

/** The "Why?" of a document: its tags with their dates and what others say, judged by the published method. */
export function verdictOf(
  { tags }: Pick<Ctx, 'tags'>,
  document: IpDocument,
  sightings: readonly Sighting[],
  actors: ActorNames,
): Verdict {
  const ours = document.tags.flatMap((slug, at): Reason[] => {
    const tag = tags.get(slug)
    if (!tag) return []
    const { name, category, intention } = tag
    return [
      {
        kind: 'tag',
        slug,
        name,
        category,
        intention,
        firstSeen: document.tag_first[at] ?? '',
        lastSeen: document.tag_last[at] ?? '',
        sessions: document.tag_sessions[at] ?? 0,
      },
    ]
  })
  return judge([...ours, ...reasonsOf(document.evidence, sightings, actors)], document.last_seen)
}

/**
 * The verdict on an address that we did not see, from the actors whose ranges hold it and the sources that report it; null
 * when neither proves anything nor is trusted for a verdict.
 */
export function verdictUnseen(
  sightings: readonly Sighting[],
  holders: readonly string[],
  actors: ActorNames,
): Verdict | null {
  const reports = sightings.map(({ source, trust }) => `${trust === 'none' ? 'sighting' : trust}:${source}`)
  const evidence = [...holders.map((slug) => `range:${slug}`), ...reports]
  const verdict = judge(reasonsOf(evidence, sightings, actors))
  return verdict.classification === 'unknown' ? null : verdict
}

const reasonsOf = (
  evidence: readonly string[],
  sightings: readonly Sighting[],
  actors: ActorNames,
): Reason[] =>
  evidence.flatMap((text): Reason[] => {
    const read = readEvidence(text)
    if (!read) return []
    const { kind, name: slug } = read
    const actor = actors.get(slug)
    const seen = sightings.find(({ source }) => source === slug)
    const isOfOthers = kind === 'malicious' || kind === 'suspicious' || kind === 'sighting'
    return [
      {
        kind,
        slug,
        name: isOfOthers ? slug : (actor?.name ?? slug),
        category: isOfOthers ? 'others' : (actor?.category ?? 'actor'),
        intention: intentionOf[kind],
        firstSeen: isOfOthers ? (seen?.firstSeen ?? '') : '',
        lastSeen: isOfOthers ? (seen?.lastSeen ?? '') : '',
        sessions: 0,
      },
    ]
  })
