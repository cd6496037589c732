import { entitlementTitles } from '#model/entitlement-titles.ts'
import { exceededIn, rateLimitFields } from '#model/rate-limit.ts'
import { data } from 'react-router'
import { ownOf } from './own-of.ts'

/** The shape of a refusal thrown by a verb. Not `instanceof`: the server runs its own copy of model/errors.ts. */
interface RefusalLike {
  name: 'Refusal'
  code: string
  status: number
  message: string
  retryAfter?: number
  extra?: Record<string, unknown>
}

const isRefusal = (error: unknown): error is RefusalLike =>
  error instanceof Error && error.name === 'Refusal' && 'status' in error && typeof error.status === 'number'

/** What the error page is told. */
export interface RefusalData {
  message: string
  code: string
  /** The entitlements that are lacking, in a sentence. */
  missing?: string
}

/** Entitlements among the rights that somebody lacks, as the error page names them; of the others no plan is to be told. */
export function missingWords(rights: unknown): Pick<RefusalData, 'missing'> {
  const missing = (Array.isArray(rights) ? rights : []).flatMap((right) => {
    const title = ownOf(entitlementTitles, String(right))
    return title === undefined ? [] : [`${title} (${right})`]
  })
  return missing.length === 0 ? {} : { missing: `Not in your plan: ${missing.join(', ')}.` }
}

function headersOf({ retryAfter, extra = {} }: RefusalLike): { headers?: Record<string, string> } {
  if (retryAfter === undefined) return {}
  const exceeded = exceededIn(extra)
  return {
    headers: { 'Retry-After': String(retryAfter), ...(exceeded && rateLimitFields(exceeded, retryAfter)) },
  }
}

/** Answers a verb's refusal with its status and sentence; a surprise stays a surprise. */
export async function orRouteError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isRefusal(error)) throw error
    const body: RefusalData = {
      message: error.message,
      code: error.code,
      ...missingWords(error.extra?.['missing']),
    }
    throw data(body, {
      status: error.status,
      statusText: error.message.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200),
      ...headersOf(error),
    })
  }
}

/** For pages that say beside a form why what it holds was refused. */
export const orRefused = <T>(
  work: Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; message: string }> =>
  work.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => {
      if (isRefusal(error) && error.status === 400) return { ok: false, message: error.message }
      return orRouteError(Promise.reject(error))
    },
  )

/** What a verb refuses is left out of the page. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
