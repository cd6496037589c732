import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Codes that change with the time (RFC 6238, as every authenticator app has them), and codes for the day the device is lost. */

const periodSeconds = 30
const settings = { issuer: 'Noisefloor', algorithm: 'SHA1', digits: 6, period: periodSeconds } as const

/** 160 random bits, base32 (RFC 4226 §4). */
export const newSeed = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads: "otpauth://totp/…". */
export const seedUri = (seed: string, email: string): string =>
  new TOTP({ ...settings, label: email, secret: Secret.fromBase32(seed) }).toString()

/**
 * The time step a code is of, at most one beside the present (RFC 6238 §5.2); null for a wrong one.
 * @param now milliseconds
 */
export function stepOfCode(seed: string, code: string, now: number): number | null {
  const token = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(seed) })
  const beside = totp.validate({ token, timestamp: now, window: 1 })
  return beside === null ? null : Math.floor(now / 1000 / periodSeconds) + beside
}

const recoveryCodes = 10
/** Without letters that look like others (Crockford's base32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten codes of 80 random bits, "k3f9-x2mq-…", and what is kept of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodes }, () =>
    [...randomBytes(16)]
      .map((byte) => alphabet[byte & 31])
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  )
  return { codes, hashes: codes.map(recoveryHash) }
}

/** What a recovery code is found by, however it was typed. */
export const recoveryHash = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))
    .digest('hex')
