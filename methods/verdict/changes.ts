import { windowDays } from '#model/window.ts'
import type { OlderAnswers, OperatorVerdict } from '#model/dispute.ts'
import type { Classification } from '#model/tag.ts'
import type { VerdictChange, VerdictReason } from '#model/verdict.ts'
import { classify, codeOf, intentionSet } from './rule.ts'
import { list, namesOf } from './sentence.ts'

const dayMs = 86_400_000

/** First UTC day on which what happened last at `instant` is outside of the window. */
const leavesOn = (instant: string): string =>
  new Date(Date.parse(instant.slice(0, 10)) + windowDays * dayMs).toISOString().slice(0, 10)

/**
 * What would make the verdict another. The first change is the way out of the present verdict: the deciding reasons go.
 * Tags go by themselves, on a day that can be named when nothing else decides and every other reason has such a day or
 * stays (a user agent in the window has none).
 */
export function changesOf(
  classification: Classification,
  reasons: readonly VerdictReason[],
  { lastSeen, older }: { lastSeen: string; older: OlderAnswers },
): VerdictChange[] {
  const deciding = reasons.filter(({ decided }) => decided)
  const rest = reasons.filter(({ decided }) => !decided)
  const word = deciding.find(({ kind }) => kind === 'operator')
  if (word) return withoutWord(classification, { word, rest, older })
  return [
    ...(deciding.length === 0 ? [] : [without(deciding, rest, lastSeen)]),
    ...coming.filter(({ over }) => over.includes(classification)).map(({ change }) => change),
  ]
}

/**
 * Nothing that comes outweighs the operator's word. When it goes, an older one holds again that is still in force then, else the rule decides as
 * it would have: which of both may differ between its day and now.
 */
function withoutWord(
  classification: Classification,
  { word, rest, older }: { word: VerdictReason; rest: readonly VerdictReason[]; older: OlderAnswers },
): VerdictChange[] {
  const change = (set: OperatorVerdict | null, when: string): VerdictChange[] => {
    const becomes = set === null ? classify(rest) : intentionSet[set]
    const why = set === null ? '' : ', as an older answer set,'
    const words = `It becomes ${becomes}${why} when what the operator set ${when}.`
    return becomes === classification ? [] : [{ becomes, without: [codeOf(word)], with: null, on: '', words }]
  }
  const until = word.operator?.until ?? ''
  if (until === '') return change(older.ifUndone, 'is taken back')
  const ends = `ends on ${until.slice(0, 10)}`
  return older.ifUndone === older.ifEnded
    ? change(older.ifUndone, `${ends}, or is taken back`)
    : [...change(older.ifEnded, ends), ...change(older.ifUndone, 'is taken back')]
}

function without(
  deciding: readonly VerdictReason[],
  rest: readonly VerdictReason[],
  lastSeen: string,
): VerdictChange {
  const codes = deciding.map(codeOf).toSorted()
  const dated = deciding.every(({ kind }) => kind === 'tag') && rest.every(({ kind }) => kind !== 'claim')
  if (!dated || lastSeen === '') {
    const becomes = classify(rest)
    const words = `It becomes ${becomes} when ${ends(deciding)}.`
    return { becomes, without: codes, with: null, on: '', words }
  }
  const on = deciding.map((tag) => leavesOn(tag.lastSeen)).reduce((one, two) => (one > two ? one : two))
  const names = list(namesOf(deciding))
  if (on >= leavesOn(lastSeen)) {
    const words = `The verdict ends on ${on} unless the address is seen again.`
    return { becomes: '', without: codes, with: null, on, words }
  }
  const becomes = classify(rest.filter((reason) => reason.kind !== 'tag' || leavesOn(reason.lastSeen) > on))
  const words = `It becomes ${becomes} on ${on} if ${names} is not seen again.`
  return { becomes, without: codes, with: null, on, words }
}

/** How each kind of reason ends. */
function ends(deciding: readonly VerdictReason[]): string {
  const of = (...kinds: VerdictReason['kind'][]): string =>
    list(namesOf(deciding.filter(({ kind }) => kinds.includes(kind))))
  const [tags, proofs, claims, reports] = [
    of('tag'),
    of('range', 'name'),
    of('claim'),
    of('malicious', 'suspicious'),
  ]
  return [
    tags === '' ? '' : `the last sessions that showed ${tags} are ${windowDays} days old`,
    proofs === '' ? '' : `neither range nor reverse name proves ${proofs}`,
    claims === '' ? '' : `the user agent of ${claims} is no longer among what it sent`,
    reports === '' ? '' : `${reports} no longer reports it or is trusted less`,
  ]
    .filter((part) => part !== '')
    .join(' and ')
}

const coming: readonly { over: readonly Classification[]; change: VerdictChange }[] = [
  {
    over: ['suspicious', 'unknown'],
    change: {
      becomes: 'malicious',
      without: [],
      with: { intention: 'malicious', category: 'activity' },
      on: '',
      words: 'It becomes malicious with one session that only an attacker would make.',
    },
  },
  {
    over: ['unknown'],
    change: {
      becomes: 'suspicious',
      without: [],
      with: { intention: 'suspicious', category: 'activity' },
      on: '',
      words: 'It becomes suspicious with one session that looks where it has no business.',
    },
  },
  {
    over: ['malicious', 'suspicious', 'unknown'],
    change: {
      becomes: 'benign',
      without: [],
      with: { intention: 'benign', category: 'actor' },
      on: '',
      words:
        'It becomes benign when a range or a confirmed reverse name proves a vetted organisation behind it.',
    },
  },
]
