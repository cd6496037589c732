import type { MiddlewareHandler } from 'hono'
import { nearest } from '#gnql/suggest.ts'
import { refuse } from '#model/errors.ts'
import type { Env } from '../http/env.ts'
import type { App } from '../http/app-deps.ts'
import { patternOf } from './allowed-methods.ts'

/**
 * Refuses a query string whose percent-encoding is damaged, and on `/api` a parameter that the call does not have: a
 * misspelt one ignored would pass for an answer. The public aliases take whatever existing clients send.
 */
export function knownParameters(app: App): MiddlewareHandler<Env> {
  let known: { method: string; pattern: RegExp; names: string[] }[] | undefined
  return async (c, next) => {
    // Most calls have none.
    if (!c.req.url.includes('?')) return next()
    const { search, searchParams } = new URL(c.req.url)
    if (!isDecodable(search))
      throw refuse('invalid-input', 'The query string holds a percent sign that begins no encoded byte.')
    if (c.req.path.startsWith('/api/') && !isCallback(c.req.path) && searchParams.size > 0) {
      known ??= parametersOf(app)
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
      const call = known.find((one) => one.method === method && one.pattern.test(c.req.path))
      if (call) refuseUnknown([...searchParams.keys()], call.names)
    }
    await next()
  }
}

/** Providers of sign-ins add what they like to the way back (`iss`, `session_state`). */
const isCallback = (path: string): boolean => path.startsWith('/api/auth/callback/')

function refuseUnknown(given: readonly string[], names: readonly string[]): void {
  const found = given.find((name) => !names.includes(name))
  if (found === undefined) return
  const snake = found.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const near = names.includes(snake) ? snake : nearest(found, names)
  const hint = near === null ? '' : ` Did you mean "${near}"?`
  const takes = names.length === 0 ? 'It takes none.' : `It takes ${names.join(', ')}.`
  throw refuse(
    'invalid-input',
    `This call has no parameter "${found.slice(0, 100)}".${hint || ` ${takes}`}`,
    {
      parameter: found.slice(0, 100),
      suggestion: near,
      expected: names,
    },
  )
}

function isDecodable(search: string): boolean {
  try {
    decodeURIComponent(search)
    return true
  } catch {
    return false
  }
}

/** From the registry the OpenAPI document is made of; fixed paths stand before those with parameters, as they are mounted. */
const parametersOf = (app: App) =>
  app.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return []
    const { method, path, request } = definition.route
    const query = request?.query as { shape?: object } | undefined
    return [
      { method: method.toUpperCase(), pattern: patternOf(path), names: Object.keys(query?.shape ?? {}) },
    ]
  })
