import { keptHeaders } from '#model/kept-headers.ts'
import { limits } from '#packet/limits.ts'
import { cut } from '../cut.ts'
import type { Header } from './head.ts'

/** What browsers send with every request. */
const ordinary =
  /^(?:accept|accept-(?:encoding|language|charset)|cache-control|connection|date|dnt|if-modified-since|if-none-match|keep-alive|pragma|priority|te|upgrade-insecure-requests|sec-.*)$/

/** Signs that exploits are made of and ordinary values of those headers are not. */
const odd = /[$%'<\\^`{|~]|\.\.|\(\)/

const isOrdinary = (name: string, value: string): boolean =>
  name === 'content-length' ? value.length < 7 : ordinary.test(name) && !odd.test(value)

/**
 * "name: value" of headers that rules may look for and no field keeps, each once, in order; as many and as long as the
 * limits allow. A session's first bytes need not reach them: they end after one long cookie.
 */
export function otherHeaders(headers: readonly Header[]): string[] {
  const lines = new Set<string>()
  let left: number = limits.httpOtherHeaders
  for (const { name, value } of headers) {
    const lowered = name.toLowerCase()
    if (
      value === '' ||
      lowered.length > 64 ||
      Object.hasOwn(keptHeaders, lowered) ||
      isOrdinary(lowered, value)
    )
      continue
    const line = cut(`${lowered}: ${value}`, Math.min(left, limits.httpOtherHeader))
    if (line.length < lowered.length + 3 || lines.has(line)) continue
    lines.add(line)
    left -= line.length
  }
  return [...lines]
}
