import type { Session } from '#model/session.ts'
import { type Proof, proof, request } from '../proof/sketch.ts'
import type { Exploit, ExploitRequest } from './exploits.ts'
import { hasMarkers, samples } from './payload-markers.ts'
import { slugOf } from './rule.ts'

const filled = (text: string): string => text.replaceAll('*', 'x1')

const uriOf = (
  { path, with: beside = [], parameter, place, kind }: ExploitRequest,
  value: string,
): string => {
  const at = filled(path)
  const asked = beside.map(filled)
  const inPath = place === 'path' && hasMarkers(kind)
  if (place === 'query') asked.push(`${parameter ?? 'x'}=${value}`)
  const [, given] = at.split('?')
  return `${at}${inPath ? value : ''}${asked.length > 0 ? `${given === undefined ? '?' : '&'}${asked.join('&')}` : ''}`
}

const bodyOf = ({ says = [], parameter, place, kind }: ExploitRequest, value: string): string => {
  const held =
    place === 'body' ? [`${parameter ?? (kind === 'upload' ? 'filename' : 'x')}=${filled(value)}`] : []
  return [...says.map(filled), ...held].join('&')
}

const headersOf = ({ headers = [], parameter, place }: ExploitRequest, value: string) => {
  const lines = [...headers, ...(place === 'header' ? [`${parameter ?? 'x'}: ${value}`] : [])]
  const given = lines.map((line): [string, string] => {
    const [name = '', text = '1'] = line.split(/: ?(.*)/s)
    return [name, filled(text)]
  })
  const of = (wanted: string): string =>
    given.flatMap(([name, text]) => (name.toLowerCase() === wanted ? [text] : [])).join('; ')
  const known = {
    cookies: of('cookie'),
    authorization: of('authorization'),
    referer: of('referer'),
    contentType: of('content-type'),
    agent: of('user-agent'),
    origin: of('origin'),
  }
  return {
    headers: Object.fromEntries(given),
    ...Object.fromEntries(Object.entries(known).filter(([, text]) => text !== '')),
  }
}

type Sent = (text: string) => string
const asIs: Sent = (text) => text

const mapped = <T extends object>(values: T, sent: Sent): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? sent(value) : mapped(value as object, sent),
    ]),
  ) as T

const drawAs =
  (sent: Sent) =>
  (
    fact: ExploitRequest,
    value: string,
    method: string = fact.method ?? (fact.place === 'body' || fact.says ? 'POST' : 'GET'),
  ): Session =>
    request(method, sent(uriOf(fact, value)), sent(bodyOf(fact, value)), mapped(headersOf(fact, value), sent))

const draw = drawAs(asIs)

/** Every character percent-encoded but those that delimit parts, and escapes that stand there already. */
const percentEncoded: Sent = (text) =>
  text.replaceAll(/%u[0-9a-f]{4}|%[0-9a-f]{2}|[^/?&=+]/gi, (part) =>
    part.length > 1 ? part : `%${part.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
const twice: Sent = (text) => percentEncoded(text).replaceAll('%', '%25')

const nearby = (path: string): string =>
  path.length < 3 ? path : path.replace(/[^/?*]+([/?*]*)$/, 'about$1')

/** Without its exploiting part the same request is harmless. An endpoint is harmless when asked otherwise, or nearby. */
const spared = (fact: ExploitRequest) => {
  const { method, with: beside, says, headers, ...bare } = fact
  const plain = { ...bare, ...(method !== undefined && { method }) }
  if (hasMarkers(fact.kind)) return [draw(fact, '7')]
  const without = beside || says || headers ? [draw(plain, '')] : []
  const next = fact.path === '/' ? [] : [draw({ ...fact, path: nearby(fact.path) }, '')]
  const otherwise = method === undefined ? [] : [draw(fact, '', method === 'GET' ? 'HEAD' : 'GET')]
  return [...without, ...next, ...otherwise]
}

const valueFor = ({ kind }: ExploitRequest): string => (hasMarkers(kind) ? samples[kind] : '')

/** The requests of a fact percent-encoded as a whole, once and twice: each must fire the rule as the plain one does. */
export const encodedProofOf = (fact: Exploit): Proof =>
  proof(
    slugOf(fact),
    [percentEncoded, twice].flatMap((sent) => fact.requests.map((one) => drawAs(sent)(one, valueFor(one)))),
    fact.requests.filter(({ kind }) => hasMarkers(kind)).map((one) => drawAs(percentEncoded)(one, '7')),
  )

/** The sessions that prove a generated tag: each of its requests fires it, and without the exploiting part it does not. */
export const proofOf = (fact: Exploit): Proof =>
  proof(
    slugOf(fact),
    fact.requests.map((one) => draw(one, valueFor(one))),
    fact.requests.flatMap(spared),
  )
