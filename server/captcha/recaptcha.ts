import { z } from 'zod'
import type { CaptchaParts, CaptchaSettings, Verify } from './parts.ts'

/** What the provider says of a token (https://developers.google.com/recaptcha/docs/verify, v2 and v3). */
const verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/** Longer than this no caller waits for the provider. */
const timeoutMs = 3000
const maxAnswerBytes = 65_536
/** Google's own advice where nobody knows better. */
const leastScore = 0.5
/** RFC 9110 §15.5.1, §15.5.14: the request is not one, or is too large. */
const ofTheToken = [400, 413]
/** The provider takes each token for two minutes. */
const expiresMs = 2 * 60_000

/**
 * Asks the provider. While it does not answer, tokens count unseen, each still once, and the log says so: an outage elsewhere must not
 * keep people out, and the limits of the server stand beside (docs/decisions/0042).
 */
export function openRecaptcha(
  { url, secret }: Extract<CaptchaSettings, { kind: 'recaptcha' }>,
  { clock, log }: Pick<CaptchaParts, 'clock' | 'log'>,
): Verify {
  return async (token) => {
    const found = { once: token, expires: clock() + expiresMs }
    let said: z.infer<typeof verdict>
    try {
      const answer = await fetch(`${url}/api/siteverify`, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      // What is wrong with the token is no outage: whoever sends one too long would pass.
      if (ofTheToken.includes(answer.status)) return 'The provider of the bot check cannot read this token.'
      if (!answer.ok) throw new Error(`The provider answered ${answer.status}.`)
      if (Number(answer.headers.get('content-length') ?? 0) > maxAnswerBytes)
        throw new Error('The provider answered more than it should.')
      said = verdict.parse(await answer.json())
    } catch (error) {
      log.warn({ err: error }, 'the provider of the bot check does not answer: its tokens count unseen')
      return found
    }
    const faults = said['error-codes'] ?? []
    if (faults.some((fault) => fault.endsWith('-input-secret'))) {
      log.error({ faults }, 'the provider of the bot check does not know CAPTCHA_SECRET: tokens count unseen')
      return found
    }
    if (!said.success) return 'The provider of the bot check does not know this token, or it is too old.'
    return (said.score ?? 1) >= leastScore ? found : 'The provider of the bot check takes this for a program.'
  }
}
