import { valueOf } from './cookie.ts'

/** What a visitor answered to the notice about cookies: specification §3, §4, §9. */
export const consents = ['deny', 'allow', 'dismiss'] as const
export type Consent = (typeof consents)[number]

const cookieName = 'cookieconsent_status'
const days = 365

export const isConsent = (text: unknown): text is Consent => consents.some((consent) => consent === text)

/** null: not answered yet. @param header the whole Cookie header */
export function readConsent(header: string): Consent | null {
  const text = valueOf(header, cookieName)
  return isConsent(text) ? text : null
}

/** The value of a Set-Cookie header. @param consent null takes the answer back */
export const writeConsent = (consent: Consent | null): string =>
  `${cookieName}=${consent ?? ''}; Path=/; Max-Age=${consent === null ? 0 : days * 24 * 60 * 60}; SameSite=Lax`
