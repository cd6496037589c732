import { frameOfDocument } from '../../page-frame.tsx'
import { loadRecaptcha } from './recaptcha.ts'

/** Longer than this no call waits for its token; without one the server says what is missing. */
const maxWaitMs = 10_000

/** The headers of every call of the API from a page: the token of the bot check where one is on (specification §7). */
export async function callHeaders(): Promise<Record<string, string>> {
  const token = await captchaToken()
  return token === null ? {} : { 'x-captcha-token': token }
}

/** A token that counts once; null where there is no bot check, or it could not be made. */
export async function captchaToken(): Promise<string | null> {
  const captcha = frameOfDocument(document)?.captcha ?? null
  if (captcha === null) return null
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The bot check took too long.')), maxWaitMs),
  )
  try {
    return await Promise.race([made(captcha), late])
  } catch (error) {
    console.error('[Captcha]', error)
    return null
  }
}

type Captcha = NonNullable<NonNullable<ReturnType<typeof frameOfDocument>>['captcha']>

async function made({ key, script }: Captcha): Promise<string> {
  // Loaded where it is on alone.
  if (script === null) return (await import('./work.ts')).workToken()
  const recaptcha = await loadRecaptcha(key, script)
  return recaptcha.execute(key, { action: 'call' })
}
