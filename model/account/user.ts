import type { Subscription } from './offering.ts'

/** Somebody with an account. */
export interface User extends Subscription {
  id: string
  /** As it was typed; two that differ in case alone are one. */
  email: string
  emailVerified: boolean
  /** "" until it was told; the same of the other names. */
  firstName: string
  lastName: string
  username: string
  title: string
  company: string
  vertical: string
  /** The workspace that is shown; always one the user is a member of. */
  activeWorkspace: string
  /** Milliseconds since 1970 UTC. */
  created: number
}

/** What people change about themselves. */
export const profileFields = ['firstName', 'lastName', 'username', 'title', 'company', 'vertical'] as const
export type Profile = Pick<User, (typeof profileFields)[number]>

export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** What an address of mail is found by. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** "m•••••@example.org": enough for its owner to know it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••••${email.slice(at)}`
}

export const signupSteps = ['complete-profile', 'verify-email'] as const
export type SignupStep = (typeof signupSteps)[number]

/** What is left of signing up, the name before the address; null when it is complete (specification §4). */
export function signupStep(user: Pick<User, 'firstName' | 'lastName' | 'emailVerified'>): SignupStep | null {
  if (user.firstName === '' || user.lastName === '') return 'complete-profile'
  return user.emailVerified ? null : 'verify-email'
}
