import type { Inside } from '../product/inside.ts'
import { hashPassword } from '#services/sign-in/password.ts'
import type { NewAccount } from '#store/app/accounts/accounts.ts'
import { firstOwnerLink } from '#services/sign-in/first-owner.ts'
import { lastMail } from '../product/outbox.ts'

/** What `/api/user` tells. */
export interface Account {
  user: {
    user_id: string
    email: string
    email_verified: boolean
    new_email: string | null
    name: string
    offering: string
  }
  workspaces: { id: string; name: string; is_owner: boolean; key: string | null }[]
  active_workspace: string
  invite_accepted: boolean
  error: string | null
}

export const password = 'a quiet sentence'
export const ownerEmail = 'owner@example.org'

export type AccountBrowser = ReturnType<typeof browserAt>

/** A browser: it keeps cookies, and says where its requests come from. */
export function browserAt(url: () => string) {
  const jar = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(new URL(path, url()), {
      redirect: 'manual',
      ...init,
      headers: {
        origin: url(),
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...init.headers,
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  const json = (path: string, method: string, body: unknown = {}) =>
    ask(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const signIn = (email: string, given = password) =>
    form('/api/auth/callback/local', { email, password: given, json: 'true' })
  const account = async () => (await ask('/api/user')).json() as Promise<Account>
  const status = async () => ((await (await ask('/api/auth/session')).json()) as { status: string }).status
  return { jar, ask, json, form, signIn, account, status }
}

/** The newest mail to somebody. @throws Error when there is none */
export async function mailTo({ dataFolder }: Pick<Inside, 'dataFolder'>, to: string): Promise<string> {
  const mail = await lastMail(dataFolder, to)
  if (mail === null) throw new Error(`No mail to ${to}.`)
  return mail
}

/** What the link holds that makes the owner's account of the first workspace. */
export async function ownerToken({ deps }: Pick<Inside, 'deps'>): Promise<string> {
  const [first] = await deps.installation.workspaces.list()
  return (await firstOwnerLink(deps, first?.id ?? '')).split('/')[3] ?? ''
}

/** Makes the owner of the first workspace, signed in to this browser. */
export async function makeOwner(owner: AccountBrowser, inside: Pick<Inside, 'deps'>): Promise<void> {
  const made = {
    invite: await ownerToken(inside),
    email: ownerEmail,
    password,
    first_name: 'Ada',
    last_name: 'L',
  }
  const { status } = await owner.json('/api/auth/signup', 'POST', made)
  if (status !== 200) throw new Error(`The owner was not made: ${status}`)
}

/** Somebody with a workspace of their own, and the password of all. */
export async function makePerson(
  { deps }: Pick<Inside, 'deps'>,
  of: { email: string; into?: NewAccount['into']; offering?: NewAccount['offering'] },
): Promise<void> {
  const user = await deps.installation.accounts.create({
    emailVerified: true,
    password: await hashPassword(password),
    profile: { firstName: 'Some', lastName: 'Body' },
    offering: 'enterprise',
    into: { newWorkspace: 'Of their own', publish: false },
    now: deps.clock(),
    ...of,
  })
  if (!user) throw new Error('The address is taken.')
}
