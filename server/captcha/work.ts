import { hkdfSync } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { CaptchaParts, Verify } from './parts.ts'

/** A challenge whose answer takes a browser a fraction of a second to find, and the server a few hashes to check. */
const algorithm = 'PBKDF2/SHA-256'
const cost = 1000
/** How many keys a browser derives: some 0.3 ms each. */
const tries = { from: 200, to: 600 }
const expiresMs = 5 * 60_000

const hex = z.string().regex(/^[0-9a-f]*$/i)
const parameters = z.object({
  algorithm: z.literal(algorithm),
  nonce: hex,
  salt: hex,
  cost: z.literal(cost),
  keyLength: z.int().min(16).max(64),
  keyPrefix: hex,
  keySignature: hex,
  expiresAt: z.int(),
})
export const workChallenge = z.object({ parameters, signature: hex })
export type WorkChallenge = z.infer<typeof workChallenge>

const answer = z.object({
  challenge: workChallenge,
  solution: z.object({ counter: z.int().min(0).max(0xffffffff), derivedKey: hex }),
})

export function openWork({ secret, clock }: Pick<CaptchaParts, 'secret' | 'clock'>): {
  challenge: () => Promise<WorkChallenge>
  verify: Verify
} {
  const secretFor = (purpose: string): string =>
    Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), `noisefloor ${purpose}`, 32)).toString('hex')
  const secrets = {
    hmacSignatureSecret: secretFor('bot check'),
    hmacKeySignatureSecret: secretFor('bot check key'),
  }
  return {
    async challenge() {
      const expiresAt = Math.floor((clock() + expiresMs) / 1000)
      const counter = randomInt(tries.from, tries.to)
      return workChallenge.parse(
        await createChallenge({ algorithm, cost, counter, expiresAt, deriveKey, ...secrets }),
      )
    },
    async verify(token) {
      const said = answer.safeParse(jsonIn(token))
      if (!said.success) return 'This is no token of the bot check.'
      const { challenge, solution } = said.data
      const expires = challenge.parameters.expiresAt * 1000
      if (expires <= clock()) return 'This token of the bot check is too old.'
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      // The challenge and not the token: the same answer can be written in many ways.
      return verified
        ? { once: challenge.parameters.nonce, expires }
        : 'This token of the bot check is not one of this server.'
    },
  }
}

function jsonIn(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return null
  }
}
