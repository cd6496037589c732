import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { emailKey } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import type { BreachedPasswords } from './breached.ts'

/**
 * Passwords, kept as argon2id in the PHC format. Hashing is done in threads of Node's own; a few at once, since each takes 19 MiB
 * (the OWASP password storage cheat sheet's first choice: m=19456, t=2, p=1).
 */

const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const saltLength = 16
const maxAtOnce = 2
const maxWaiting = 64

export const minPasswordLength = 12
export const maxPasswordLength = 200

const derive = promisify(argon2)

/** One spelling of what can be typed in several (NIST SP 800-63B §3.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC')

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  const hash = await hashed(password, salt)
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Whether it is the password. Takes as long for an account without one, or for nobody's, as for a wrong one.
 * @param kept in the PHC format, "" for none
 */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, scheme, , , salt = '', hash = ''] = kept.split('$')
  const nonce = Buffer.from(salt, 'base64')
  const derived = await hashed(password, nonce.length === saltLength ? nonce : Buffer.alloc(saltLength))
  const expected = Buffer.from(hash, 'base64')
  return scheme === 'argon2id' && expected.length === derived.length && timingSafeEqual(expected, derived)
}

/** @throws Refusal 'invalid-input' for one that is too short, too long, widely used, known from a breach or the account's own address */
export async function checkNewPassword(
  { breached }: { breached: BreachedPasswords | null },
  password: string,
  email: string,
): Promise<void> {
  const { length } = normal(password)
  if (length < minPasswordLength || length > maxPasswordLength)
    throw refuse(
      'invalid-input',
      `A password has ${minPasswordLength} to ${maxPasswordLength} characters; any are allowed.`,
      { parameter: 'password' },
    )
  const lower = normal(password).toLowerCase()
  const common = await commonPasswords()
  if (withoutRepetition(lower).some((unit) => common.has(unit)))
    throw refuse('invalid-input', 'This password is among the first that others try. Choose another.', {
      parameter: 'password',
    })
  if (await breached?.has(password))
    throw refuse(
      'invalid-input',
      'This password is known from a breach of another service. Choose another.',
      {
        parameter: 'password',
      },
    )
  if (lower === emailKey(email))
    throw refuse('invalid-input', 'A password cannot be the address of mail.', { parameter: 'password' })
}

/** "passwordpassword" → itself and "password": what repeats something known is as well known. */
const withoutRepetition = (text: string): string[] =>
  Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1)).filter(
    (unit) => text.length % unit.length === 0 && unit.repeat(text.length / unit.length) === text,
  )

let known: Promise<ReadonlySet<string>> | undefined

/** The most used ones of leaked lists, lower case; read when somebody first chooses a password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const all: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String))
    return all
  })
  return known
}

let running = 0
const waiting: (() => void)[] = []

async function hashed(password: string, nonce: Buffer): Promise<Buffer> {
  if (waiting.length >= maxWaiting) throw refuse('busy', 'Many people sign in just now.')
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await derive('argon2id', { message: normal(password), nonce, ...parameters })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
