import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cases } from '../cases.ts'
import { textOf } from '../browser/text-of.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { browserAt, makeOwner, makePerson, type AccountBrowser } from './account-browser.ts'
import { html } from './searchers.ts'

/** Every call of the description that is under /api, with whatever somebody who is signed in may send. */

let inside: Inside
const owner = browserAt(() => inside.url)
beforeAll(async () => {
  inside = await openInside({
    TRUST_PROXY: 'on',
    SUPPORT_EMAIL: 'help@example.org',
    DOCS_URL: 'https://docs.example.org/in',
    DOCS_SECRET: 'shared with the documentation site',
  })
  await makeOwner(owner, inside)
})
afterAll(() => inside.close())

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}
interface Call {
  method: string
  path: string
  operation: Operation
}

/** Loads or removes demo traffic, copies the data folder, or reaches out for sources: work, not reading. */
const leftOut = [
  'POST /api/demo',
  'DELETE /api/demo',
  'POST /api/operator/backups',
  'PUT /api/sources/{name}',
]

async function calls(): Promise<Call[]> {
  const { paths } = (await (await owner.ask('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ method, path }) => !leftOut.includes(`${method} ${path}`))
}

/** What no form of ours would send. */
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    'null',
    '../../etc/passwd',
    '%00',
    '\u0000',
    '\ud800',
    '\u202e',
    "' OR 1=1 --",
    '{"$ne":null}',
    'a@b.example',
    '9'.repeat(400),
    'x'.repeat(5000),
    '198.18.0.1',
    '2001:db8::/32',
    'last_seen:1d',
    '0198c0de-0000-7000-8000-00000000000a',
  ),
)
const anything: fc.Arbitrary<unknown> = fc.oneof(
  odd,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, [], {}, [[]], Number.MAX_SAFE_INTEGER, { __proto__: null }),
  fc.array(odd, { maxLength: 5 }),
)

/** Mostly of the shape that is described, with odd values; sometimes of none. */
function shaped(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (!schema) return anything
  const { enum: words, properties, items, anyOf } = schema
  const right: fc.Arbitrary<unknown> = words
    ? fc.constantFrom(...words)
    : properties
      ? fc.record(Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, shaped(of)])), {
          requiredKeys: [],
        })
      : items
        ? fc.array(shaped(items), { maxLength: 4 })
        : anyOf
          ? fc.oneof(...anyOf.map(shaped))
          : schema.type === 'integer' || schema.type === 'number'
            ? fc.oneof(fc.integer(), fc.double())
            : schema.type === 'boolean'
              ? fc.boolean()
              : odd
  return fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: anything })
}

const request = ({ path, operation }: Call) => {
  const { parameters = [], requestBody } = operation
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {})
  const query = parameters.filter((one) => one.in === 'query')
  return fc.record({
    path: fc
      .tuple(...(path.match(/\{\w+\}/g) ?? []).map(() => odd.filter((text) => !/^\.{0,2}$/.test(text))))
      .map((values) => {
        let nth = 0
        return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent((values[nth++] ?? 'x').toWellFormed()))
      }),
    search: fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, shaped(schema)])), {
      requiredKeys: [],
    }),
    type: fc.constant(type),
    body: fc.oneof(
      { weight: 5, arbitrary: shaped(content?.schema) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  })
}

let people = 0
async function somebody(): Promise<AccountBrowser> {
  const email = `fuzz${(people += 1)}@example.org`
  await makePerson(inside, { email })
  const who = browserAt(() => inside.url)
  await who.signIn(email)
  return who
}

const texted = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? ''

const written = (type: string | undefined, body: unknown): string =>
  type === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(
        Object.entries(Object(body) as object).map(([name, value]) => [name, texted(value)]),
      ).toString()
    : typeof body === 'string'
      ? body
      : JSON.stringify(body)

let network = 0
test('none of them fails the server, however odd what comes is', async () => {
  const wrong: unknown[] = []
  for (const call of await calls()) {
    const { method } = call
    let who = call.path.startsWith('/api/operator') ? owner : await somebody()
    for (const { path, search, type, body } of fc.sample(request(call), {
      numRuns: cases(12, 300),
      seed: 11,
    })) {
      const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, texted(value)]))
      const hasBody = method !== 'GET' && body !== undefined
      const answer = await who.ask(`${path}?${query}`, {
        method,
        ...(hasBody && { body: written(type, body) }),
        headers: {
          'x-forwarded-for': `198.51.${(network += 1) >> 8}.${network & 255}`,
          ...(hasBody && { 'content-type': type ?? 'application/json' }),
        },
      })
      const text = await answer.text()
      const { status } = answer
      const isAnswer = status < 500 || status === 501
      if (!isAnswer || /\bat \S+ \(|node_modules|SQLITE|syntax error at/.test(text))
        wrong.push([method, path, String(query), body, status, text.slice(0, 300)])
      if (status === 401 && who !== owner) who = await somebody()
    }
  }
  expect(wrong).toEqual([])
  expect(inside.logged.filter((line) => line.includes('unexpected error'))).toEqual([])
})

test('a page whose address holds a word that every object knows is shown as with any other unknown word', async () => {
  const visitor = browserAt(() => inside.url)
  const shown = async (who: AccountBrowser, path: string, word: string) => {
    const answer = await who.ask(path + word, { headers: html })
    // Its footer says the minute in which it was made.
    const text = textOf(await answer.text()).replace(/as of [-\d]+ [:\d]+ UTC/, '')
    return { status: answer.status, text: text.replaceAll(word, 'word') }
  }
  const otherwise: string[] = []
  for (const [who, path] of [
    [visitor, '/auth-required?error='],
    [visitor, '/ip/8.8.8.8/dispute?refused='],
    [owner, '/sensors/pcaps?refused='],
  ] as const) {
    const wanted = await shown(who, path, 'nobody-wrote-this')
    expect(wanted.status, path).toBe(200)
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      if (!isDeepStrictEqual(await shown(who, path, word), wanted)) otherwise.push(path + word)
  }
  expect(otherwise).toEqual([])
})
