import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { seal, unseal } from '#services/sign-in/sealed.ts'
import type { AppDeps } from '../http/app-deps.ts'
import type { Env } from '../http/env.ts'
import { stepCookie } from './cookies.ts'

/**
 * What a browser carries from one step of signing in to the next: sealed, for some minutes, and used once by it. It opens nothing by itself.
 */
export interface Pending<T> {
  keep(c: Context<Env>, appDeps: AppDeps, value: T): void
  /** null where there is none, or it is too old. */
  take(c: Context<Env>, appDeps: AppDeps): T | null
  /** The same, and it stays: a code may be mistyped. */
  read(c: Context<Env>, appDeps: AppDeps): T | null
  forget(c: Context<Env>, appDeps: AppDeps): void
}

const minutes = 10
const path = '/api'

/** @param name of the cookie, and what the value is sealed for */
export function pending<T>(name: string, shape: z.ZodType<T>): Pending<T> {
  const held = z.object({ until: z.number(), value: shape })
  const cookie = (c: Context<Env>, appDeps: AppDeps) => stepCookie(c, appDeps, { name, path })
  const read = (c: Context<Env>, appDeps: AppDeps): T | null => {
    const { deps } = appDeps
    const opened = unseal(deps.secret, name, getCookie(c, cookie(c, appDeps).name) ?? '')
    const parsed = opened === null ? null : held.safeParse(JSON.parse(opened))
    return parsed?.success && parsed.data.until >= deps.clock() ? parsed.data.value : null
  }
  const forget = (c: Context<Env>, appDeps: AppDeps): void => {
    const { name: own, options } = cookie(c, appDeps)
    deleteCookie(c, own, options)
  }
  return {
    keep(c, appDeps, value) {
      const { secret, clock } = appDeps.deps
      const sealed = seal(secret, name, JSON.stringify({ until: clock() + minutes * 60_000, value }))
      const { name: own, options } = cookie(c, appDeps)
      setCookie(c, own, sealed, { ...options, sameSite: 'Strict', maxAge: minutes * 60 })
    },
    read,
    take(c, appDeps) {
      const value = read(c, appDeps)
      forget(c, appDeps)
      return value
    },
    forget,
  }
}
