import type { App } from '../http/app-deps.ts'
import { knownLaterCalls } from './later/routes.ts'

/**
 * Which methods the calls at a path take, read from the registry the OpenAPI document is made of and the table of calls that
 * come later. Empty: no such path.
 */
export function allowedMethods(app: App): (path: string) => string[] {
  const served = app.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route'
      ? [{ method: definition.route.method.toUpperCase(), path: definition.route.path }]
      : [],
  )
  const calls = [...served, ...knownLaterCalls].map(({ method, path }) => ({
    method,
    pattern: patternOf(path),
  }))
  return (path) => {
    const methods = new Set(calls.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    return methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort()
  }
}

/** Matches the paths that a template with parameters in braces stands for. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.+*?^$()[\]\\|]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
