import type { OperatorWord } from './dispute.ts'
import type { ReasonKind } from './evidence.ts'
import type { Classification, Intention, TagCategory } from './tag.ts'

/** What the verbs give to pages and presenters. Days are "YYYY-MM-DD", instants ISO 8601 UTC. */

export interface VerdictReason {
  /** A tag of ours, or evidence of another kind (model/evidence.ts). */
  kind: ReasonKind
  /** Of the tag, of the actor, or the name of the source. */
  slug: string
  name: string
  category: TagCategory
  intention: Intention
  /** Instants, "" where there are none. */
  firstSeen: string
  lastSeen: string
  /** Sessions of ours that showed it; 0 for what others say. */
  sessions: number
  /** True for those whose intention decided; false for those that were outranked. */
  decided: boolean
  /** Of an answer of the operator: what was said with it. */
  operator?: OperatorWord
}

/** One thing that would make the verdict another; each is true by itself. */
export interface VerdictChange {
  /** "" is no verdict: nothing was seen within the window any more. */
  becomes: Classification | ''
  /** Reasons that would have to go, all of them ("kind:slug"); empty where one has to come. */
  without: string[]
  /** What would have to come. */
  with: { intention: Intention; category: TagCategory } | null
  /** UTC day on which it happens if the address is not seen again; "" when no day can be named. */
  on: string
  words: string
}

/** How the verdict on an address, or what decided it, changed. */
export interface VerdictStep {
  /** ISO 8601 with milliseconds. */
  at: string
  /** "" is no verdict: not seen within the window. */
  before: Classification | ''
  after: Classification | ''
  method: string
  /** What decided from then on, with names as they are called now. */
  decided: { kind: ReasonKind; slug: string; name: string; operator?: OperatorWord }[]
}

export interface Verdict {
  classification: Classification
  /** Version of docs/methods/verdict.md that judged. */
  method: string
  reasons: VerdictReason[]
  /** One plain sentence, and one saying what would change it. */
  sentence: string
  wouldChange: string
  changes: VerdictChange[]
}
