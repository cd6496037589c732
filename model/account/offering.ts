/** What an account has paid for, or was given (specification §4). */
export const offerings = ['community', 'vip', 'enterprise'] as const
export type Offering = (typeof offerings)[number]

export interface Trial {
  /** UTC day, "2026-11-30"; the trial lasts to its end. */
  endDate: string
  offering: Offering
}

/** What of an account its offering follows from. Days are UTC, "2026-11-30". */
export interface Subscription {
  /** null: nobody said. */
  offering: Offering | null
  /** The last day on which `offering` holds; null: without end. */
  expires: string | null
  trial: Trial | null
}

/** What a trial is of where nobody says, and what an account has where nobody says. */
export const trialOffering: Offering = 'enterprise'
export const usualOffering: Offering = 'community'

/** The UTC day of an instant (milliseconds), "2026-11-30". */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** Active while the end date is not in the past. */
export const isTrialActive = ({ trial }: Subscription, now: number): boolean =>
  trial !== null && trial.endDate >= dayOf(now)

/** Expired when the day is before today. */
export const isExpired = ({ expires }: Subscription, now: number): boolean =>
  expires !== null && expires < dayOf(now)

/** What counts now: the trial's while it is active, community once expired, else the account's own (specification §4). */
export function effectiveOffering(subscription: Subscription, now: number): Offering {
  const { trial, offering } = subscription
  if (trial && isTrialActive(subscription, now)) return trial.offering
  return isExpired(subscription, now) ? 'community' : (offering ?? usualOffering)
}
