import type { Tag } from '#model/tag.ts'

export type Rule = Pick<Tag, 'slug' | 'rule'>

const numbered = (count: number, rule: (index: number) => string): Rule[] =>
  Array.from({ length: count }, (_, index) => ({ slug: `bench-${index}`, rule: rule(index) }))

const parameters = ['cmd', 'file', 'id', 'url', 'page']
const marks = ['../', ';', 'union*select', '<script', '${']

/** A path of its own: what most rules for known vulnerabilities have. */
export const pathAt = (index: number): string => `/app${index % 97}/v${index * 7919}/run.php`

/** Rules whose paths differ, half of them with a method, each with two ways to put what does not belong there. */
export const distinctAnchors = (count: number): Rule[] =>
  numbered(count, (index) => {
    const at = `${pathAt(index)}*${parameters[index % 5]}=*`
    const method = index % 2 === 0 ? 'http.method:POST ' : ''
    return `${method}(http.uri:"*${at}${marks[index % 5]}*" OR http.uri:"*${at}${marks[(index + 1) % 5]}*")`
  })

/** Rules that share their path and differ in a parameter behind it. */
export const sharedAnchors = (count: number): Rule[] =>
  numbered(count, (index) => `http.uri:"*/index.php*a${index}=*../*"`)

/** Rules that no text leads to: each is asked by itself. */
export const withoutAnchors = (count: number): Rule[] =>
  numbered(
    count,
    (index) => `transport:tcp destination.port:${1 + ((index * 13) % 65_000)} tcp.window:<${1 + index}`,
  )
