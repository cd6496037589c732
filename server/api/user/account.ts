import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { noWorkspace } from '#model/account/active-membership.ts'
import { Refusal, refuse } from '#model/errors.ts'
import { has } from '#services/access.ts'
import { changeUser } from '#services/account/change-user.ts'
import { docsToken } from '#services/account/docs-token.ts'
import { getUser } from '#services/account/get-user.ts'
import { planOf } from '#services/account/plan.ts'
import { removeUser } from '#services/account/remove-user.ts'
import { writeToSupport } from '#services/account/support.ts'
import { askForTrial } from '#services/account/trial.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { seeInvite } from '#services/sign-in/invites.ts'
import { requestVerification } from '#services/sign-in/mailed.ts'
import { getWorkspaceKey } from '#services/workspace/key.ts'
import { forgetSignIn } from '../../auth/cookies.ts'
import { forgetHints } from '../../auth/hints.ts'
import { endHomeless } from '../../auth/homeless.ts'
import { renewHints, renewSignIn } from '../../auth/renew.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import type { Env } from '../../http/env.ts'
import { accountsCtxOf } from '../../auth/accounts-ctx.ts'
import { answers, takes } from '../described.ts'
import { accountAnswer } from '../present/account.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/account.ts'
import { snakeKeys } from '../wire/case.ts'
import { message } from '../wire/message.ts'

const get = createRoute({
  method: 'get',
  path: '/api/user',
  summary: 'Who is signed in, their workspaces, and what became of an invitation',
  request: { query: wire.invited },
  responses: { ...answers('The account', wire.account), ...refusals('unauthorized') },
})
const change = createRoute({
  method: 'put',
  middleware: signedInOnly,
  path: '/api/user',
  summary: 'Change the name, password or active workspace of who is signed in',
  request: takes(wire.userChange),
  responses: {
    ...answers('The account as it is now', wire.account),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const remove = createRoute({
  method: 'delete',
  middleware: signedInOnly,
  path: '/api/user',
  summary: 'Delete the account of who is signed in',
  responses: {
    ...answers('Done', message),
    ...refusals('unauthorized', 'forbidden', 'conflict'),
  },
})
const verification = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/verification-email',
  summary: 'Send the mail that confirms the address again',
  request: takes(wire.nothing),
  responses: { ...answers('Sent', message), ...refusals('unauthorized', 'conflict') },
})
const support = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/support-email',
  summary: 'Write to those who run this server',
  request: takes(wire.support),
  responses: { ...answers('Sent', message), ...refusals('invalid-input', 'unauthorized', 'not-implemented') },
})
const trial = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/trial',
  summary: 'Ask those who run this server for a trial; once in a week of searches, however often it is sent',
  request: takes(wire.nothing),
  responses: {
    ...answers('Asked', message),
    ...refusals('unauthorized', 'forbidden', 'not-implemented'),
  },
})
const plan = createRoute({
  method: 'get',
  middleware: signedInOnly,
  path: '/api/user/plan',
  summary: 'What the plan of who is signed in gives',
  responses: { ...answers('The plan', wire.plan), ...refusals('unauthorized') },
})

const docs = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/redirect-token',
  summary: 'A token for the documentation; name and address are those of the account, whatever is sent',
  request: takes(wire.docsAsked),
  responses: {
    ...answers('The token, and where it leads', wire.docsToken),
    ...refusals('invalid-input', 'unauthorized', 'conflict', 'not-implemented'),
  },
})

/** The account of who is signed in. */
export function accountRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps

  app.openapi(get, async (c) => {
    // The words by which a client knows that the workspace is lost, not the sign-in alone (specification §8).
    if (await endHomeless(c, appDeps)) throw refuse('unauthorized', noWorkspace)
    const ctx = ctxFor(deps, c.var)
    const { invite } = c.req.valid('query')
    const seen = await getUser(ctx)
    const hasKey = has(c.var.scope, 'workspace') && has(c.var.scope, 'feature-api')
    // What goes wrong with the key is in the log, and keeps nobody from their account (specification §8).
    const key = hasKey
      ? await getWorkspaceKey(ctx).then(
          ({ masked }) => masked,
          (error: unknown) => {
            c.var.log.error({ err: error }, 'the key of the workspace could not be fetched')
            return null
          },
        )
      : null
    const invitation = invite === undefined ? null : await invitationOf(appDeps, c, invite)
    return c.json(accountAnswer(seen, { now: deps.clock(), key, invitation }), 200)
  })
  app.openapi(change, async (c) => {
    const { first_name, last_name, current_password, active_workspace, ...same } = c.req.valid('json')
    const seen = await changeUser(writeCtxFor(deps, c.var), {
      ...said(same),
      ...said({
        firstName: first_name,
        lastName: last_name,
        currentPassword: current_password,
        activeWorkspace: active_workspace,
      }),
    })
    if (same.password !== undefined) await renewSignIn(c, appDeps, { isProven: true })
    await renewHints(c, appDeps)
    return c.json(accountAnswer(seen, { now: deps.clock(), key: null, invitation: null }), 200)
  })
  app.openapi(remove, async (c) => {
    await removeUser(writeCtxFor(deps, c.var))
    forgetSignIn(c, appDeps)
    forgetHints(c)
    return c.json({ message: 'The account is deleted.' }, 200)
  })
  app.openapi(verification, async (c) => {
    await requestVerification(accountsCtxOf(appDeps, c))
    return c.json({ message: 'The mail is on its way.' }, 200)
  })
  app.openapi(support, async (c) => {
    await writeToSupport(writeCtxFor(deps, c.var), { ...c.req.valid('json'), to: appDeps.supportEmail })
    return c.json({ message: 'Your message is on its way.' }, 200)
  })
  app.openapi(trial, async (c) => {
    await askForTrial(accountsCtxOf(appDeps, c), { to: appDeps.supportEmail })
    return c.json({ message: 'Your request is on its way.' }, 200)
  })
  app.openapi(docs, async (c) => {
    c.header('cache-control', 'no-store')
    return c.json(await docsToken(ctxFor(deps, c.var), { site: appDeps.docs }), 200)
  })
  app.openapi(plan, async (c) => {
    const { name, entitlements, ...rest } = await planOf(ctxFor(deps, c.var))
    const modules = entitlements.filter(({ hasAccess }) => hasAccess).map(({ id }) => ({ name: id }))
    return c.json(
      wire.plan.parse({ plan: { name }, modules, ...(snakeKeys({ entitlements, ...rest }) as object) }),
      200,
    )
  })
}

/** What became of an invitation is told beside the account: the words of a refusal, too. */
async function invitationOf(
  appDeps: AppDeps,
  c: Context<Env>,
  token: string,
): Promise<{ accepted: boolean; error: string | null }> {
  try {
    const { accepted, isTheirs } = await seeInvite(accountsCtxOf(appDeps, c), { token })
    return { accepted, error: isTheirs ? null : 'invalid email' }
  } catch (error) {
    if (error instanceof Refusal) return { accepted: false, error: error.message }
    throw error
  }
}

/** Without what nobody said. */
const said = <T extends object>(of: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
