import type { Log } from '#store/log.ts'

export type CaptchaSettings =
  | { kind: 'work' }
  | { kind: 'recaptcha'; siteKey: string; secret: string; url: string }

export interface CaptchaParts {
  /** Of the installation (run/secret-key.ts). */
  secret: Uint8Array
  clock: () => number
  log: Log
  /** Notes the use of a token, for all servers on the database. @returns false where it was used before */
  use(of: { token: string; expires: number }): Promise<boolean>
}

/** Whether a token is one, what counts once of it, and until when; a text says why it is none. */
export type Verify = (token: string) => Promise<{ once: string; expires: number } | string>
