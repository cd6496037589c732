import { expect } from 'vitest'
import type { Dispute, OperatorAnswer } from '#model/dispute.ts'
import type { Verdict, VerdictStep } from '#model/verdict.ts'
import { call, eventually } from '../product/captures.ts'

export interface Disputes {
  open: Dispute[]
  answers: OperatorAnswer[]
}

/** Whoever says something against the verdict of an address, and its operator, who lists what was said. */
export function disputing(of: () => { url: string; key: string }, disputed: string) {
  let network = 0
  async function list(): Promise<Disputes> {
    const { status, body } = await call(of(), '/api/operator/disputes')
    expect(status).toBe(200)
    return body as unknown as Disputes
  }

  /** A form as a page sends it; each from a network of its own unless one is named. */
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(new URL('/api/disputes', of().url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers: { 'x-forwarded-for': `203.0.113.${(network += 1)}`, ...headers },
    })
  const dispute = (fields: Record<string, string> = {}) => ({
    ip: disputed,
    claim: 'not-any-more',
    explanation: 'It was taken over.\r\nWe shut it down.',
    email: 'owner@example.com',
    ...fields,
  })
  /** A dispute that waits. */
  async function waiting(fields: Record<string, string> = {}): Promise<Dispute> {
    const email = `sender${network}@example.com`
    expect((await send(dispute({ email, ...fields }))).status).toBe(200)
    const found = (await list()).open.find((one) => one.email === email)
    if (!found) throw new Error('It does not wait.')
    return found
  }

  const verdictOf = async (ip: string) =>
    (await call(of(), `/api/ip/${ip}`)).body['verdict'] as Verdict | null
  const becomes = (ip: string, classification: string) =>
    eventually(
      () => verdictOf(ip),
      (verdict) => verdict?.classification === classification,
    )
  const stepsOf = async (ip: string) =>
    (await call(of(), `/api/ip/${ip}/verdicts`)).body['steps'] as VerdictStep[]
  /** The log is written after the document. */
  const stepsUntil = (ip: string, after: string) =>
    eventually(
      () => stepsOf(ip),
      ([newest]) => newest?.after === after,
    )
  const found = async (query: string) =>
    ((await call(of(), `/v3/gnql?${new URLSearchParams({ query })}`)).body['data'] as { ip: string }[]).map(
      ({ ip }) => ip,
    )

  return { list, send, dispute, waiting, verdictOf, becomes, stepsOf, stepsUntil, found }
}
