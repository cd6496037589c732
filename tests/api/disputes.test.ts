import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorAnswer } from '#model/dispute.ts'
import { putInForce } from '#services/disputes/in-force.ts'
import { markDocuments } from '#store/analytics/marks/addresses.ts'
import { call, captureOf, eventually, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { commandLine, localKeyOf } from '../product/command-line.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { mailsTo } from '../product/outbox.ts'
import { browserAt, makePerson, mailTo } from './account-browser.ts'
import { disputing } from './disputing.ts'

/** Whoever an address is of says something against its verdict, and the operator answers in public. */

let inside: Inside
let product: { url: string; key: string }
/** Milliseconds that the server's clock is ahead. */
let ahead = 0
const support = 'help@example.org'
const attacker = '198.18.7.1'
const other = '198.18.7.2'
const unseen = '203.0.113.9'

beforeAll(async () => {
  inside = await openInside({ SUPPORT_EMAIL: support, TRUST_PROXY: 'on' }, {}, () => Date.now() + ahead)
  product = { url: inside.url, key: await localKeyOf(inside) }
  const uri = '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php'
  const at = Date.now() - 5000
  const visits = [webVisit(attacker, { uri, method: 'POST' }, at), webVisit(other, { uri: '/' }, at)]
  await upload(product, captureOf(visits))
  await waitUntilIdle(product)
})
afterAll(() => inside.close())

const { run, listed } = commandLine(() => inside)
const { list, send, dispute, waiting, verdictOf, becomes, stepsOf, stepsUntil, found } = disputing(
  () => product,
  attacker,
)
const page = { accept: 'text/html' }

describe('a dispute', () => {
  test('of a visitor waits, the operator is told, and the visitor is led to what happens next', async () => {
    const answer = await send(dispute(), page)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/ip/${attacker}/dispute?sent=1`])
    expect((await list()).open).toMatchObject([
      {
        ip: attacker,
        claim: 'not-any-more',
        explanation: 'It was taken over.\nWe shut it down.',
        email: 'owner@example.com',
        user: null,
      },
    ])
    const mail = await mailTo(inside, support)
    expect(mail).toContain('We shut it down.')
    expect(mail).toContain('nobody confirmed this address')
    expect(await run('dispute', 'list')).toMatch(/It is not malicious any more {2}by owner@example\.com/)
    expect(await listed('dispute', 'list')).toEqual(await list())
  })

  test('of the same visitor again changes nothing, and is answered alike: who asks learns of nobody’s', async () => {
    const again = await send(dispute({ email: 'OWNER@example.com', explanation: 'Once more.' }), page)
    expect(again.headers.get('location')).toBe(`/ip/${attacker}/dispute?sent=1`)
    expect((await list()).open.map(({ explanation }) => explanation)).toEqual([
      'It was taken over.\nWe shut it down.',
    ])
    const mails: string[] = []
    for await (const mail of mailsTo(inside.dataFolder, support)) mails.push(mail)
    expect(mails).toHaveLength(1)
  })

  test('of who is signed in has the address of the account, whatever is sent; a second one is refused', async () => {
    const bob = browserAt(() => inside.url)
    await makePerson(inside, { email: 'bob@example.org' })
    await bob.signIn('bob@example.org')
    const { email: _, ...fields } = dispute({ ip: other })
    const asked = { ...fields, email: 'somebody.else@example.org' }
    expect((await bob.form('/api/disputes', asked)).status).toBe(200)
    expect((await list()).open).toContainEqual(
      expect.objectContaining({ ip: other, email: 'bob@example.org', user: expect.any(String) }),
    )
    expect((await bob.form('/api/disputes', fields)).status).toBe(409)
    expect((await bob.form('/api/disputes', fields, page)).headers.get('location')).toBe(
      `/ip/${other}/dispute?refused=conflict`,
    )
    // What it says is of no concern to the members of the workspace.
    const changes = await bob.ask('/api/workspace/changes/export')
    expect(await changes.text()).not.toContain('dispute')
  })

  test.each([
    ['without a reason', { claim: '' }],
    ['with a reason that is none', { claim: '<script>' }],
    ['without words', { explanation: ' \r\n ' }],
    ['with too many words', { explanation: 'a'.repeat(2001) }],
    ['with a character that no text has', { explanation: 'a\u0000b' }],
    ['that turns its line around', { explanation: 'a\u202eb' }],
    ['without an address of mail', { email: '' }],
    ['with two of them', { email: 'a@example.org, b@example.org' }],
    ['with a header of mail', { email: 'a@example.org\r\nBcc: b@example.org' }],
    ['of no address', { ip: 'example.org' }],
    ['of an address with more', { ip: '198.18.7.1/../../x' }],
    ['of a block', { ip: '198.18.0.0/16' }],
  ])('%s is refused', async (_name, of) => {
    const before = (await list()).open.length
    expect((await send(dispute(of))).status).toBe(400)
    expect((await list()).open).toHaveLength(before)
  })

  test('of two thousand characters is taken, however its lines end', async () => {
    const explanation = `${'é\r\n'.repeat(999)}éa`
    expect((await waiting({ explanation })).explanation).toHaveLength(2000)
  })

  test('leads a browser nowhere else, whatever it calls the address', async () => {
    for (const ip of ['//evil.test', '../../evil', '@evil.test', 'a?b#c']) {
      const to = (await send(dispute({ ip }), page)).headers.get('location') ?? ''
      expect(new URL(to, inside.url).origin).toBe(new URL(inside.url).origin)
      expect(to).toMatch(/^\/ip\/[^/?#]+\/dispute\?refused=invalid-address$/)
    }
  })

  test('is one of few from a network', async () => {
    const from = { 'x-forwarded-for': '198.51.100.9' }
    const statuses: number[] = []
    for (let nth = 0; nth < 8; nth++)
      statuses.push((await send(dispute({ email: `n${nth}@example.com`, ip: unseen }), from)).status)
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('an answer', () => {
  test('sets the verdict everywhere, by name and with its note; undone, the former verdict is back', async () => {
    await becomes(attacker, 'malicious')
    const { id, email } = await waiting()
    const note = 'Its owner shut it down. <b>\u200d</b>'
    const said = ['dispute', 'answer', id, 'benign', '--note', note, '--days', '30'] as const
    const made = await listed<OperatorAnswer>(...said)
    expect(made).toMatchObject({ ip: attacker, verdict: 'benign', note })
    await expect(run(...said)).rejects.toMatchObject({ code: 3 })
    await becomes(attacker, 'benign')
    const word = { note, at: new Date(made.at).toISOString(), until: new Date(made.until ?? 0).toISOString() }
    const verdict = await eventually(
      () => verdictOf(attacker),
      (one) => one?.reasons[0]?.operator !== undefined,
    )
    expect(verdict).toMatchObject({
      method: 'verdict/3',
      sentence: expect.stringContaining('set by the operator'),
    })
    expect(verdict?.reasons.filter(({ decided }) => decided)).toMatchObject([
      { kind: 'operator', slug: `benign-${made.id}`, operator: word },
    ])
    expect(verdict?.reasons.filter(({ kind }) => kind === 'tag').length).toBeGreaterThan(0)
    expect((await stepsUntil(attacker, 'benign'))[0]).toMatchObject({
      before: 'malicious',
      after: 'benign',
      decided: [{ kind: 'operator', operator: word }],
    })
    expect(await found(`ip:${attacker} classification:benign`)).toEqual([attacker])
    expect(await found(`ip:${attacker} classification:malicious`)).toEqual([])
    const { body } = await call(product, `/v3/ip/${attacker}`)
    expect(JSON.stringify(body)).toContain('"classification":"benign"')
    expect(await mailTo(inside, email)).toContain('set the verdict: benign')

    // All documents made anew: it stays.
    await markDocuments(inside.deps.analytics)
    await waitUntilIdle(product)
    expect(await verdictOf(attacker)).toMatchObject({ classification: 'benign' })

    expect(await run('dispute', 'undo', made.id)).toContain('taken back')
    await becomes(attacker, 'malicious')
    const [last, before] = await stepsUntil(attacker, 'malicious')
    expect(last).toMatchObject({ before: 'benign', after: 'malicious' })
    // What it was, and why, stays in the history.
    expect(before?.decided[0]?.operator).toEqual(word)
    await expect(run('dispute', 'undo', made.id)).rejects.toMatchObject({ code: 3 })
  })

  test('ends by itself, and an older one that still holds is back', async () => {
    const first = await waiting()
    const second = await waiting()
    await run('dispute', 'answer', first.id, 'suspicious', '--note', 'For\n long.', '--days', 'ever')
    expect((await list()).answers[0]?.note).toBe('For long.')
    await becomes(attacker, 'suspicious')
    await run('dispute', 'answer', second.id, 'none', '--note', 'For a day.', '--days', '1')
    const withheld = await becomes(attacker, 'unknown')
    expect(withheld?.sentence).toContain('No verdict: set by the operator')
    expect(withheld?.changes.map(({ words }) => words)).toEqual([
      expect.stringMatching(
        /^It becomes suspicious, as an older answer set, when what the operator set ends on [\d-]{10}, or is taken back\.$/,
      ),
    ])
    ahead += 25 * 60 * 60_000
    expect(await putInForce(inside.deps)).toBe(true)
    expect(await putInForce(inside.deps)).toBe(false)
    await becomes(attacker, 'suspicious')
    const { answers } = await list()
    await run('dispute', 'undo', answers.find(({ ip }) => ip === attacker)?.id ?? '')
    await becomes(attacker, 'malicious')
  })

  test('about an address that nobody saw is on its page all the same', async () => {
    expect(await verdictOf(unseen)).toBeNull()
    const { id } = await waiting({ ip: unseen })
    const { id: answer } = await listed<OperatorAnswer>(
      'dispute',
      'answer',
      id,
      'none',
      '--note',
      'Of a school.',
    )
    const verdict = await eventually(
      () => verdictOf(unseen),
      (one) => one !== null,
    )
    expect(verdict).toMatchObject({
      classification: 'unknown',
      reasons: [{ kind: 'operator', operator: { note: 'Of a school.' } }],
    })
    const html = await (await fetch(new URL(`/ip/${unseen}`, inside.url))).text()
    expect(html).toContain('Set by the operator on')
    expect(html).toContain('Of a school.')
    await run('dispute', 'undo', answer)
    await eventually(
      () => verdictOf(unseen),
      (one) => one === null,
    )
  })

  test('that declines stands on the page and changes no verdict', async () => {
    const { id } = await waiting({ ip: other })
    const { classification } = (await verdictOf(other))!
    const steps = await stepsOf(other)
    await run('dispute', 'decline', id, '--note', 'It is not yours.')
    const verdict = await eventually(
      () => verdictOf(other),
      (one) => one?.reasons.some(({ operator }) => operator) === true,
    )
    expect(verdict?.classification).toBe(classification)
    expect(verdict?.reasons).toContainEqual(
      expect.objectContaining({
        kind: 'answer',
        decided: false,
        operator: expect.objectContaining({ note: 'It is not yours.' }),
      }),
    )
    expect(await stepsOf(other)).toEqual(steps)
  })

  test.each([
    ['without a note', { verdict: 'benign' }],
    ['with an empty one', { verdict: 'benign', note: ' \n' }],
    ['with too long a one', { verdict: 'benign', note: 'a'.repeat(501) }],
    ['with half a character', { verdict: 'benign', note: 'a\ud800' }],
    ['with a verdict that is none', { verdict: 'good', note: 'a' }],
    ['for no day', { verdict: 'benign', note: 'a', days: 0 }],
    ['for part of a day', { verdict: 'benign', note: 'a', days: 1.5 }],
    ['for longer than a clock has', { verdict: 'benign', note: 'a', days: 1e9 }],
    ['with more than there is', { verdict: 'benign', note: 'a', ip: '8.8.8.8' }],
  ])('%s is refused', async (_name, body) => {
    const id = (await list()).open[0]?.id ?? ''
    const answer = await fetch(new URL(`/api/operator/disputes/${id}/answer`, inside.url), {
      method: 'POST',
      headers: { key: product.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(400)
  })

  test('is of two at once one', async () => {
    const { id } = await waiting({ ip: unseen })
    const answer = () =>
      fetch(new URL(`/api/operator/disputes/${id}/decline`, inside.url), {
        method: 'POST',
        headers: { key: product.key, 'content-type': 'application/json' },
        body: JSON.stringify({ note: 'No.' }),
      }).then(({ status }) => status)
    expect((await Promise.all([answer(), answer()])).toSorted()).toEqual([200, 404])
  })

  test('is in the audit log, with who, what and until when', async () => {
    const log = await run('audit', 'list', '--json')
    for (const act of ['dispute.open', 'dispute.answer', 'dispute.decline', 'dispute.undo'])
      expect(log).toContain(`"act":"${act}"`)
    // What a sender said, and from which mail, is no part of it.
    expect(log).not.toContain('We shut it down')
    expect(log).not.toContain('owner@example.com')
  })
})
