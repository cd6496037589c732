/**
 * The few patterns that lists of crawlers use, read as the plain texts they stand for; anything else is null and not
 * guessed at, because a pattern from outside is never run.
 */

const plain = /^[a-z0-9 _./,:;()+@-]+$/i

/** "bingbot|adidxbot" → its words. Dots, slashes and brackets may be escaped. */
export function alternatives(pattern: string): string[] | null {
  const words = pattern.split('|').map((part) => part.replaceAll(/\\([./()+-])/g, '$1'))
  return words.every((part) => part.length >= 4 && plain.test(part)) ? words : null
}

/** "(^|\.)crawl\.baidu\.(com|jp)$" → its domains. */
export function domainsOf(pattern: string): string[] | null {
  const body = /^\(\^\|\\\.\)(.+)\$$/.exec(pattern)?.[1]
  const [, head, choices, rest] =
    /^((?:[a-z0-9-]|\\\.)*)(?:\(([a-z0-9|-]+)\))?((?:[a-z0-9-]|\\\.)*)$/.exec(body ?? '') ?? []
  if (head === undefined) return null
  const ends = choices === undefined ? [''] : choices.split('|')
  const domains = ends.map((end) => `${head}${end}${rest ?? ''}`.replaceAll('\\.', '.').toLowerCase())
  return domains.every((domain) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)) ? domains : null
}
