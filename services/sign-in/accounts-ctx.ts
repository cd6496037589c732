import type { Offering } from '#model/account/offering.ts'
import { refuse } from '#model/errors.ts'
import type { Accounts } from '#store/app/accounts/accounts.ts'
import type { Workspace } from '#store/app/workspaces.ts'
import type { Deps } from '../context.ts'
import type { SendMail } from '../mail.ts'
import type { Scope } from '../scope.ts'
import type { Attempts } from './attempts.ts'
import type { BreachedPasswords } from './breached.ts'

/** Who may make an account without an invitation: nobody, everybody, or whoever has an address at one of these domains. */
export type SignupRule = 'invite' | 'open' | { domains: readonly string[] }

/**
 * What signing in and signing up work with, before it is known who asks: all accounts. Verbs of who is known have a `Ctx` or `WriteCtx`
 * (services/context.ts), by which they reach their own alone.
 */
export interface AccountsCtx {
  scope: Scope
  accounts: Accounts
  getWorkspace: (id: string) => Promise<Workspace | null>
  attempts: Attempts
  breached: BreachedPasswords | null
  /** Opens what is kept sealed. */
  secret: Uint8Array
  sendMail: SendMail
  signup: SignupRule
  /** What a new account is given. */
  newUser: Offering
  publicUrl: () => string
  clock: () => number
  /** The address the request came from, and the network it is counted by (limits/caller.ts). */
  address: string
  network: string
  /** What the browser calls itself. */
  agent: string
}

export const accountsCtx = (
  { installation, clock, sendMail, publicUrl, plans, attempts, breached, secret }: Deps,
  of: Pick<AccountsCtx, 'scope' | 'signup' | 'address' | 'network' | 'agent'>,
): AccountsCtx => ({
  accounts: installation.accounts,
  getWorkspace: (id) => installation.workspaces.get(id),
  sendMail,
  newUser: plans.newUser,
  attempts,
  breached,
  secret,
  publicUrl,
  clock,
  ...of,
})

/** Milliseconds for which links work. */
export const linkMs = {
  'verify-email': 24 * 60 * 60_000,
  'new-email': 24 * 60 * 60_000,
  'reset-password': 60 * 60_000,
  invite: 7 * 24 * 60 * 60_000,
  'first-owner': 60 * 60_000,
} as const

const maxEmail = 254

/** An address of mail as it is kept. @throws Refusal 'invalid-input' */
export function emailOf(text: string): string {
  const email = text.trim()
  // One @ with something on both sides, no spaces and nothing that cannot be seen: whether it exists, a mail will tell.
  if (
    email.length > maxEmail ||
    !/^[^\s\p{C}@<>"\\,;:()[\]]{1,64}@[^\s\p{C}@<>"\\,;:()[\]]+\.[^\s\p{C}@.<>"\\,;:()[\]]+$/u.test(email)
  )
    throw refuse('invalid-input', 'This is no address of mail: expected name@example.org.', {
      parameter: 'email',
    })
  return email
}
