import type { Context } from 'hono'
import type { Refusal } from '#model/errors.ts'
import { isBrowserForm } from '../../auth/browser-form.ts'
import type { Env } from '../../http/env.ts'
import { captchaHeader } from '../../captcha/captcha.ts'

/** What the page that asks to sign in is told; it has its own words for each. */
export function signInError({ code, message, extra }: Refusal): string {
  if (extra['parameter'] === captchaHeader) return 'NoToken'
  if (code === 'unauthorized') return extra['parameter'] === 'code' ? 'WrongCode' : 'CredentialsSignin'
  return code === 'forbidden' ? message : 'TooManyAttempts'
}

/** Browsers are led on, programs are told where. */
export function goOn(c: Context<Env>, url: string, json: string | undefined) {
  return isBrowserForm(c, json) ? c.redirect(url, 303) : c.json({ url }, 200)
}
