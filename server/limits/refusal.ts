import { Refusal } from '#model/errors.ts'
import type { Exceeded } from '#model/rate-limit.ts'
import { type LimitName, limitTable } from './table.ts'

const whose: Record<Exceeded['of'], string> = {
  connection: 'this connection',
  address: 'your address',
  network: 'the network of your address (its /48)',
  key: 'your key',
  workspace: 'your workspace',
  visitors: 'all visitors without a key',
  all: 'this server',
}

/** 429 for a count of one's own, 503 where others take what there is. Both say which limit, where it stands, what to do. */
export function limited(
  limit: LimitName,
  { of, max, now, retryAfter }: Pick<Exceeded, 'of' | 'max' | 'now'> & { retryAfter: number },
): Refusal {
  const definition: { unit: string; advice: string; window?: number } = limitTable[limit]
  const { unit, advice, window } = definition
  const own = of === 'address' || of === 'network' || of === 'key' || of === 'workspace'
  const count = Math.round(now * 10) / 10
  const over = window === undefined ? '' : ` in ${window} seconds`
  const exceeded: Exceeded = { limit, unit, of, max, now: count, ...(window !== undefined && { window }) }
  return new Refusal(own ? 'rate-limited' : 'busy', {
    message: `The limit "${limit}" for ${whose[of]} is ${max} ${unit}${over}, and the count is ${count}. ${
      own
        ? advice
        : 'Others take what there is: try again in a moment. Requests with a key have room of their own.'
    }`,
    // "violated-policies" is the member of draft-ietf-httpapi-ratelimit-headers-10 §5.
    extra: { exceeded, 'violated-policies': [limit] },
    retryAfter: Math.max(1, Math.ceil(retryAfter)),
  })
}

/** Too many requests on one connection before the first of them was answered; not a setting: a program gains nothing from more. */
export function pipelined(max: number): Refusal {
  const exceeded: Exceeded = {
    limit: 'pipelined',
    unit: 'requests on one connection without an answer',
    of: 'connection',
    max,
    now: max,
  }
  return new Refusal('rate-limited', {
    message: `${max} requests on this connection wait for their answers already: send the next one after an answer.`,
    extra: { exceeded, 'violated-policies': [exceeded.limit] },
    retryAfter: 1,
  })
}
