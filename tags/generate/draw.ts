import { type Proof, proof, request } from '../proof/sketch.ts'
import type { Fact, RequestFact } from './facts.ts'
import { samples } from './marks.ts'
import { slugOf } from './rule.ts'

const filled = (text: string): string => text.replaceAll('*', 'x1')

const uriOf = ({ path, with: beside = [], parameter, place, kind }: RequestFact, value: string): string => {
  const at = filled(path)
  const asked = beside.map(filled)
  const inPath = place === 'path' && kind !== 'endpoint'
  if (place === 'query') asked.push(`${parameter ?? 'x'}=${value}`)
  const [, given] = at.split('?')
  return `${at}${inPath ? value : ''}${asked.length > 0 ? `${given === undefined ? '?' : '&'}${asked.join('&')}` : ''}`
}

const bodyOf = ({ says = [], parameter, place }: RequestFact, value: string): string =>
  [...says.map(filled), ...(place === 'body' ? [`${parameter ?? 'x'}=${value}`] : [])].join('&')

const draw = (
  fact: RequestFact,
  value: string,
  method: string = fact.method ?? (fact.place === 'body' ? 'POST' : 'GET'),
) => request(method, uriOf(fact, value), bodyOf(fact, value))

/** Without its exploiting part the same request is harmless. An endpoint is harmless when asked otherwise, or nearby. */
const spared = (fact: RequestFact) => {
  if (fact.kind !== 'endpoint') return [draw(fact, '7'), draw(fact, 'index')]
  const nearby = draw({ ...fact, path: fact.path.replace(/[^/?*]+([/?*]*)$/, 'about$1') }, '')
  return fact.method === undefined
    ? [nearby]
    : [nearby, draw(fact, '', fact.method === 'GET' ? 'HEAD' : 'GET')]
}

/** The sessions that prove a generated tag: each of its requests fires it, and without the exploiting part it does not. */
export const proofOf = (fact: Fact): Proof =>
  proof(
    slugOf(fact),
    fact.requests.map((one) => draw(one, one.kind === 'endpoint' ? '' : samples[one.kind])),
    fact.requests.flatMap(spared),
  )
