/** Disputes: what somebody says against the verdict on an address, and what the operator answers to it. */

export const disputeClaims = ['not-any-more', 'never-was', 'own-scanner', 'wrong-owner', 'other'] as const
export type DisputeClaim = (typeof disputeClaims)[number]

export const claimWords: Readonly<Record<DisputeClaim, string>> = {
  'not-any-more': 'It is not malicious any more',
  'never-was': 'It never was malicious',
  'own-scanner': 'It is a benign scanner of ours',
  'wrong-owner': 'Owner or network are wrong',
  other: 'Something else',
}

/** What an answer may set; `none`: this server gives no verdict on the address. */
export const operatorVerdicts = ['benign', 'suspicious', 'malicious', 'unknown', 'none'] as const
export type OperatorVerdict = (typeof operatorVerdicts)[number]

export const disputeLimits = {
  explanation: 2000,
  note: 500,
  /** Disputes that wait for an answer, of everybody. */
  open: 1000,
  /** Answers in force. */
  answers: 10_000,
  /** Days an answer holds unless another number is said, and the most of them. */
  days: 90,
  maxDays: 3650,
  /** Days after which a dispute that was closed is forgotten with its sender. */
  forgottenDays: 90,
} as const

export interface Dispute {
  id: string
  ip: string
  claim: DisputeClaim
  explanation: string
  /** Where to write to; nobody has proved that it is the sender's. */
  email: string
  /** Id of the account, null for a visitor. */
  user: string | null
  /** Milliseconds since 1970 UTC. */
  created: number
}

/** What the operator answered in public. A declined dispute has an answer that sets nothing. */
export interface OperatorAnswer {
  id: string
  ip: string
  /** null: the dispute was declined, and the verdict is as it was. */
  verdict: OperatorVerdict | null
  note: string
  /** Milliseconds since 1970 UTC. */
  at: number
  /** The same; null: for ever. */
  until: number | null
}

/** What an older answer of the same address sets where a newer one goes; null: none is in force then, and the rule decides. */
export interface OlderAnswers {
  /** Where the newer one is taken back now. */
  ifUndone: OperatorVerdict | null
  /** Where it ends on its day. */
  ifEnded: OperatorVerdict | null
}

export const noOlder: OlderAnswers = { ifUndone: null, ifEnded: null }

export interface AnswerInForce extends OperatorAnswer {
  older: OlderAnswers
}

/** An answer as it stands beside a reason of a verdict. Instants ISO 8601, `until` "" for ever. */
export interface OperatorWord {
  note: string
  at: string
  until: string
}

/** How evidence names an answer ("operator:benign-ID" without its kind): verdict and id. */
export const wordName = (verdict: OperatorVerdict, id: string): string => `${verdict}-${id}`

/** null for a text that names none. */
export function readWordName(name: string): { verdict: OperatorVerdict; id: string } | null {
  const dash = name.indexOf('-')
  const verdict = operatorVerdicts.find((known) => known === name.slice(0, dash))
  return verdict === undefined ? null : { verdict, id: name.slice(dash + 1) }
}
