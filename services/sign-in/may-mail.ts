import { emailKey } from '#model/account/user.ts'
import type { Attempt, Attempts } from './attempts.ts'
import { refuseTooMany } from './begin.ts'

export const mailAttempt = ({ to, by }: { to: string; by: string }): Attempt => ({
  account: `mail ${emailKey(to)}`,
  network: `mail ${by}`,
  kind: 'mail',
})

/**
 * Mails cost somebody else attention: an address is sent few, and whoever has them sent, a user or a network, gets few.
 * @throws Refusal 'rate-limited'
 */
export async function mayMail(
  { attempts }: { attempts: Attempts },
  of: { to: string; by: string },
): Promise<void> {
  const { waitMs } = await attempts.begin(mailAttempt(of))
  refuseTooMany(waitMs)
}
