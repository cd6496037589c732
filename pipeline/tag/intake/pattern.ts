import type { Pattern } from '#gnql/like.ts'

/** What stands between two stars: texts, and null for each place that takes any one character. */
type Run = (string | null)[]

function runsOf(pattern: Pattern): Run[] {
  const runs: Run[] = [[]]
  for (const part of pattern) {
    if (typeof part === 'string') runs.at(-1)?.push(part)
    else if (part.wildcard === '?') runs.at(-1)?.push(null)
    else runs.push([])
  }
  return runs
}

/**
 * Tells whether a lower-cased text is what a pattern stands for, as gnql/like.ts does, with what can be known of the pattern alone
 * worked out once. Run by run, each at the first place where it fits behind the one before: no later place could help the rest.
 * Texts and patterns are well-formed: what is found by code units begins and ends with a character.
 */
export function passOf(pattern: Pattern): (value: string) => boolean {
  const runs = runsOf(pattern)
  const isPlain = runs.every((run) => !run.includes(null))
  return isPlain ? plainPass(runs.map((run) => run.join(''))) : expressionPass(runs)
}

/** Most patterns are one text at the beginning, at the end, or anywhere. */
function plainPass([first = '', ...others]: readonly string[]): (value: string) => boolean {
  const last = others.pop()
  if (last === undefined) return (value) => value === first
  const middle = others.filter((run) => run !== '')
  const [one, more] = middle
  if (first === '' && last === '' && one !== undefined && more === undefined)
    return (value) => value.includes(one)
  return (value) => {
    const end = value.length - last.length
    if (end < first.length || !value.startsWith(first) || !value.endsWith(last)) return false
    let at = first.length
    for (const run of middle) {
      const found = value.indexOf(run, at)
      if (found < 0) return false
      at = found + run.length
    }
    return at <= end
  }
}

/** By numbers, since no character may have another meaning. */
const literal = (text: string): string =>
  Array.from(text, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`).join('')

/** Each run as an expression without repetition, so that none looks at a place twice. */
function expressionPass(runs: readonly Run[]): (value: string) => boolean {
  const expressions = runs.map((run, at) => {
    const source = run.map((part) => (part === null ? '[^]' : literal(part))).join('')
    return new RegExp(`${at === 0 ? '^' : ''}${source}${at === runs.length - 1 ? '$' : ''}`, 'ug')
  })
  const pieces = runs.flat().filter((part) => part !== null)
  return (value) => {
    // Most texts lack a piece of most patterns: that is seen at once.
    for (const piece of pieces) if (!value.includes(piece)) return false
    let at = 0
    for (const expression of expressions) {
      expression.lastIndex = at
      if (!expression.test(value)) return false
      at = expression.lastIndex
    }
    return true
  }
}
