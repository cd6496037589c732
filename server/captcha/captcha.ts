import { hash } from 'node:crypto'
import { refuse } from '#model/errors.ts'
import type { CaptchaShown } from '#model/captcha.ts'
import type { CaptchaParts, CaptchaSettings, Verify } from './parts.ts'
import { openRecaptcha } from './recaptcha.ts'
import { openWork, type WorkChallenge } from './work.ts'

/** The bot check (specification §5): whether a browser's call comes with a token that counts. Programs use a key, and need none. */
export interface Captcha {
  /** What browsers are told of it. */
  shown: CaptchaShown
  /** null where tokens come from elsewhere. */
  challenge: (() => Promise<WorkChallenge>) | null
  /** @throws Refusal 'forbidden' for a token that is missing, forged, too old, or was used before */
  check(token: string | undefined): Promise<void>
}

/** The header of a call that carries the token. */
export const captchaHeader = 'x-captcha-token'
const maxLength = 8192

export function openCaptcha(settings: CaptchaSettings, parts: CaptchaParts): Captcha {
  const work = settings.kind === 'work' ? openWork(parts) : null
  const verify: Verify =
    work?.verify ?? openRecaptcha(settings as Extract<CaptchaSettings, { kind: 'recaptcha' }>, parts)
  return {
    shown:
      settings.kind === 'work'
        ? { kind: 'work', key: 'work', script: null }
        : {
            kind: 'recaptcha',
            key: settings.siteKey,
            script: `${settings.url}/api.js?render=${encodeURIComponent(settings.siteKey)}`,
          },
    challenge: work?.challenge ?? null,
    async check(token) {
      if (token === undefined || token === '')
        throw refused('Calls of browsers carry a token of the bot check here, and this one has none.')
      if (token.length > maxLength)
        throw refused(`A token of the bot check has ${maxLength} characters at most.`)
      const found = await verify(token)
      if (typeof found === 'string') throw refused(found)
      // What is kept of it opens nothing.
      const isFresh = await parts.use({
        token: hash('sha256', found.once, 'base64url'),
        expires: found.expires,
      })
      if (!isFresh) throw refused('This token of the bot check was used before: each counts once.')
    },
  }
}

const refused = (message: string) =>
  refuse(
    'forbidden',
    `${message} Pages make one by themselves where scripts may run; programs use a key and need none.`,
    { parameter: captchaHeader },
  )
