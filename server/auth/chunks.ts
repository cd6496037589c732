import type { Context } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import type { Env } from '../http/env.ts'

/** A client cookie whose value may be longer than one cookie may be: "name", then "name.1" and so on (specification §3). */

/** Characters of a chunk: a browser drops a cookie of more than 4,096 bytes, and one of ASCII is written with three at most. */
const chunkLength = 1200
const maxChunks = 4

const chunkName = (name: string, at: number): string => (at === 0 ? name : `${name}.${at}`)

/** Keeps a value of ASCII, and takes away what the browser still has of a longer one. @param keep sets one cookie */
export function keepChunks(
  c: Context<Env>,
  { name, value }: { name: string; value: string },
  keep: (name: string, value: string) => void,
): void {
  if (value.length > chunkLength * maxChunks) throw new Error(`The cookie ${name} would be cut.`)
  for (let at = 0; at < maxChunks; at += 1) {
    const part = value.slice(at * chunkLength, (at + 1) * chunkLength)
    if (at === 0 || part !== '') keep(chunkName(name, at), part)
    else if (getCookie(c, chunkName(name, at)) !== undefined)
      deleteCookie(c, chunkName(name, at), { path: '/' })
  }
}

export function forgetChunks(c: Context<Env>, name: string): void {
  for (let at = 0; at < maxChunks; at += 1) deleteCookie(c, chunkName(name, at), { path: '/' })
}
