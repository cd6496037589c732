import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silent } from '#store/log.ts'
import { openCaptcha } from './captcha.ts'
import type { CaptchaParts, CaptchaSettings } from './parts.ts'

const start = Date.now()

/** A check with a clock of its own and a set of used tokens. */
function checkOf(settings: CaptchaSettings, changes: Partial<CaptchaParts> = {}) {
  const used = new Set<string>()
  return openCaptcha(settings, {
    secret: new Uint8Array(32).fill(7),
    clock: () => start,
    log: silent,
    use: async ({ token }) => !used.has(token) && used.add(token) !== undefined,
    ...changes,
  })
}

describe('a token of work', () => {
  const solved = async (captcha: ReturnType<typeof checkOf>, change = (token: object) => token) => {
    const challenge = await captcha.challenge!()
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify(change({ challenge, solution }))).toString('base64')
  }

  test('counts, and once', async () => {
    const captcha = checkOf({ kind: 'work' })
    const token = await solved(captcha)
    await captcha.check(token)
    await expect(captcha.check(token)).rejects.toThrow('was used before')
  })

  test('counts once however it is written', async () => {
    const captcha = checkOf({ kind: 'work' })
    const token = await solved(captcha)
    const said = Buffer.from(token, 'base64')
    await captcha.check(token)
    const others = [`${token} `, said.toString('base64url'), Buffer.from(`${said} `).toString('base64')]
    for (const other of [...others, Buffer.from(`{"a":1,${said.subarray(1)}`).toString('base64')])
      await expect(captcha.check(other)).rejects.toThrow('was used before')
  })

  test('counts on every server with the same secret, and on no other', async () => {
    const token = await solved(checkOf({ kind: 'work' }))
    await checkOf({ kind: 'work' }).check(token)
    await expect(checkOf({ kind: 'work' }, { secret: new Uint8Array(32) }).check(token)).rejects.toThrow(
      'not one of this server',
    )
  })

  test('is too old after five minutes', async () => {
    const clock = { now: start }
    const captcha = checkOf({ kind: 'work' }, { clock: () => clock.now })
    const token = await solved(captcha)
    clock.now += 5 * 60_000
    await expect(captcha.check(token)).rejects.toThrow('too old')
  })

  test('is refused with any part of it changed, and so is what is none', async () => {
    const captcha = checkOf({ kind: 'work' })
    type Token = { challenge: { parameters: Record<string, unknown>; signature: string }; solution: object }
    const changes: ((token: Token) => unknown)[] = [
      (token) => ({ ...token, solution: { counter: 1, derivedKey: 'ff'.repeat(32) } }),
      (token) => ({ ...token, solution: null }),
      ({ challenge, solution }) => ({ challenge: { ...challenge, signature: '00'.repeat(32) }, solution }),
      ...['nonce', 'salt', 'keyPrefix', 'keySignature', 'expiresAt', 'cost', 'algorithm', 'keyLength'].map(
        (name) =>
          ({ challenge, solution }: Token) => {
            const value = challenge.parameters[name]
            const other = typeof value === 'number' ? value + 1 : `${String(value).slice(0, -2)}zz`
            return {
              challenge: { ...challenge, parameters: { ...challenge.parameters, [name]: other } },
              solution,
            }
          },
      ),
    ]
    for (const change of changes)
      await expect(captcha.check(await solved(captcha, change as (token: object) => object))).rejects.toThrow(
        'bot check',
      )
    for (const none of [undefined, '', 'x', 'e30=', 'a'.repeat(8193)])
      await expect(captcha.check(none)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a token of the provider', () => {
  let provider: Server
  let url: string
  let answer: string | null = ''
  let status = 200
  const asked: string[] = []
  beforeAll(async () => {
    provider = createServer((request, response) => {
      const take = async (): Promise<void> => {
        let body = ''
        for await (const chunk of request) body += String(chunk)
        asked.push(`${request.url} ${body}`)
        // null: it never answers.
        if (answer !== null) response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
      }
      take().catch(() => response.destroy())
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  })
  afterAll(() => {
    provider.closeAllConnections()
    provider.close()
  })
  const check = () => checkOf({ kind: 'recaptcha', siteKey: 'site', secret: 'ours', url })

  test('counts where the provider takes the caller for a person, and once', async () => {
    const captcha = check()
    answer = JSON.stringify({ success: true, score: 0.9 })
    await captcha.check('good')
    expect(asked.at(-1)).toBe('/api/siteverify secret=ours&response=good')
    await expect(captcha.check('good')).rejects.toThrow('was used before')
  })

  test('is refused where the provider does not know it, or takes the caller for a program', async () => {
    answer = JSON.stringify({ success: false, 'error-codes': ['timeout-or-duplicate'] })
    await expect(check().check('old')).rejects.toThrow('does not know this token')
    answer = JSON.stringify({ success: true, score: 0.1 })
    await expect(check().check('robot')).rejects.toThrow('for a program')
    for (status of [400, 413]) await expect(check().check('long')).rejects.toThrow('cannot read')
    status = 200
  })

  test('counts unseen while the provider says nothing that can be read, knows us not, or is away, and still once', async () => {
    for (const said of [
      '<html>',
      '{}',
      JSON.stringify({ success: false, 'error-codes': ['invalid-input-secret'] }),
      null,
    ]) {
      answer = said
      const captcha = check()
      await captcha.check('unseen')
      await expect(captcha.check('unseen')).rejects.toThrow('was used before')
    }
    await checkOf({ kind: 'recaptcha', siteKey: 'site', secret: 'ours', url: 'http://127.0.0.1:9' }).check(
      'away',
    )
  })
})
