import { type AnswerInForce, type OlderAnswers, readWordName, wordName } from '#model/dispute.ts'
import { readEvidence } from '#model/evidence.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Sighting } from '#model/ip-report.ts'
import type { Verdict } from '#model/verdict.ts'
import { judge } from '#methods/verdict/judge.ts'
import { intentionIn, type Reason } from '#methods/verdict/rule.ts'
import type { Ctx } from '../context.ts'
import type { ActorNames } from './actors.ts'
import { operatorName, wordOf } from './answers.ts'

/** What stands beside a document, or in its place, and has part in the verdict. */
interface Beside {
  sightings: readonly Sighting[]
  actors: ActorNames
  answers: readonly AnswerInForce[]
}

/** The "Why?" of a document: its tags with their dates and what others say, judged by the published method. */
export function verdictOf({ tags }: Pick<Ctx, 'tags'>, document: IpDocument, beside: Beside): Verdict {
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
  const reasons = [...ours, ...reasonsOf(document.evidence, beside)]
  return judge(reasons, document.last_seen, olderOf(reasons, beside))
}

/**
 * The verdict on an address that we did not see, from the actors whose ranges hold it, the sources that report it, and what the operator
 * answered; null when none of these proves or sets anything nor is trusted for a verdict.
 */
export function verdictUnseen({
  holders,
  ...beside
}: Beside & { holders: readonly string[] }): Verdict | null {
  const { sightings, answers } = beside
  const reports = sightings.map(({ source, trust }) => `${trust === 'none' ? 'sighting' : trust}:${source}`)
  const words = answers.map(({ verdict, id }) =>
    verdict === null ? `answer:${id}` : `operator:${wordName(verdict, id)}`,
  )
  const reasons = reasonsOf([...holders.map((slug) => `range:${slug}`), ...reports, ...words], beside)
  const verdict = judge(reasons, '', olderOf(reasons, beside))
  return verdict.classification === 'unknown' && answers.length === 0 ? null : verdict
}

/** What older answers set where the one that decides goes. */
function olderOf(reasons: readonly Reason[], { answers }: Beside): OlderAnswers | undefined {
  const word = reasons.find(({ kind }) => kind === 'operator')
  const id = word && readWordName(word.slug)?.id
  return answers.find((one) => one.id === id)?.older
}

const reasonsOf = (evidence: readonly string[], { sightings, actors, answers }: Beside): Reason[] =>
  evidence.flatMap((text): Reason[] => {
    const read = readEvidence(text)
    if (!read) return []
    const { kind, name: slug } = read
    if (kind === 'operator' || kind === 'answer') {
      const id = kind === 'answer' ? slug : readWordName(slug)?.id
      const answer = answers.find((one) => one.id === id)
      return [
        {
          kind,
          slug,
          name: operatorName,
          category: 'others',
          intention: intentionIn(read),
          firstSeen: '',
          lastSeen: '',
          sessions: 0,
          ...(answer && { operator: wordOf(answer) }),
        },
      ]
    }
    const actor = actors.get(slug)
    const seen = sightings.find(({ source }) => source === slug)
    const isOfOthers = kind === 'malicious' || kind === 'suspicious' || kind === 'sighting'
    return [
      {
        kind,
        slug,
        name: isOfOthers ? slug : (actor?.name ?? slug),
        category: isOfOthers ? 'others' : (actor?.category ?? 'actor'),
        intention: intentionIn(read),
        firstSeen: isOfOthers ? (seen?.firstSeen ?? '') : '',
        lastSeen: isOfOthers ? (seen?.lastSeen ?? '') : '',
        sessions: 0,
      },
    ]
  })
