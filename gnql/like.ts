import type { Test } from './predicate.ts'

export type Pattern = Extract<Test, { op: 'like' }>['pattern']

/** Up to so many comparisons at worst the plain way is the faster one. */
const few = 4096

/**
 * Whether a lower-cased text is what a pattern stands for. Time is linear in text and pattern (times the wildcards, of
 * which limits.ts allows 32), whatever both are: an attacker writes the one, a visitor the other.
 */
export function like(value: string, pattern: Pattern): boolean {
  // Most texts lack a piece of most patterns: that is seen at once.
  if (pattern.some((part) => typeof part === 'string' && !value.includes(part))) return false
  const length = pattern.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 1), 0)
  return value.length * length <= few ? likeShort(value, pattern) : likeLong(value, pattern)
}

/** Greedy matching with one way back: to the last star. Time is at most text × pattern. */
export function likeShort(value: string, pattern: Pattern): boolean {
  const text = [...value]
  const parts: Pattern[number][] = []
  for (const piece of pattern) {
    if (typeof piece === 'string') parts.push(...piece)
    else parts.push(piece)
  }
  let at = 0
  let part = 0
  let star = -1
  let resume = 0
  while (at < text.length) {
    const wanted = parts[part]
    if (typeof wanted === 'object' && wanted.wildcard === '*') {
      star = part++
      resume = at
    } else if (wanted !== undefined && (typeof wanted === 'object' || wanted === text[at])) {
      part++
      at++
    } else if (star >= 0) {
      part = star + 1
      at = ++resume
    } else return false
  }
  return parts.slice(part).every((rest) => typeof rest === 'object' && rest.wildcard === '*')
}

/** What stands between two stars: literals at their places, any code point elsewhere. */
interface Run {
  length: number
  literals: { at: number; points: Uint32Array }[]
}

/** Run by run, each at the first place where it fits behind the one before; no later place could help the rest. */
export function likeLong(value: string, pattern: Pattern): boolean {
  const text = pointsOf(value)
  const runs = runsOf(pattern)
  const last = runs.length - 1
  let from = 0
  for (const [at, run] of runs.entries()) {
    if (at === last) {
      const place = text.length - run.length
      return place >= from && (last > 0 || place === 0) && fits(text, run, place)
    }
    const place = at === 0 ? (fits(text, run, 0) ? 0 : -1) : firstPlace(text, run, from)
    if (place < 0) return false
    from = place + run.length
  }
  return true
}

function pointsOf(text: string): Uint32Array {
  const points = new Uint32Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; count += 1) {
    const point = text.codePointAt(at) ?? 0
    points[count] = point
    at += point > 0xffff ? 2 : 1
  }
  return points.subarray(0, count)
}

function runsOf(pattern: Pattern): Run[] {
  let run: Run = { length: 0, literals: [] }
  const runs = [run]
  for (const piece of pattern) {
    if (typeof piece === 'string') {
      const points = pointsOf(piece)
      if (points.length > 0) run.literals.push({ at: run.length, points })
      run.length += points.length
    } else if (piece.wildcard === '?') run.length += 1
    else runs.push((run = { length: 0, literals: [] }))
  }
  return runs
}

const fits = (text: Uint32Array, { length, literals }: Run, place: number): boolean =>
  place >= 0 &&
  place + length <= text.length &&
  literals.every(({ at, points }) => points.every((point, offset) => text[place + at + offset] === point))

/** -1 where there is none. Each literal is searched once; a place fits where all of them were found. */
function firstPlace(text: Uint32Array, { length, literals }: Run, from: number): number {
  const places = text.length - from - length + 1
  if (places <= 0) return -1
  if (literals.length === 0) return from
  const found = new Uint8Array(places)
  for (const { at, points } of literals) {
    for (const end of endsOf(text, points, from)) {
      const place = end - points.length - at - from
      if (place >= 0 && place < places) found[place]! += 1
    }
  }
  const place = found.indexOf(literals.length)
  return place < 0 ? -1 : from + place
}

/** Where each occurrence ends (Knuth, Morris, Pratt 1977). */
function* endsOf(text: Uint32Array, points: Uint32Array, from: number): Generator<number> {
  const back = new Int32Array(points.length + 1).fill(-1)
  for (let at = 0, border = -1; at < points.length;) {
    while (border >= 0 && points[at] !== points[border]) border = back[border]!
    back[++at] = ++border
  }
  let matched = 0
  for (let at = from; at < text.length; at += 1) {
    while (matched >= 0 && (matched === points.length || text[at] !== points[matched]))
      matched = back[matched]!
    matched += 1
    if (matched === points.length) yield at + 1
  }
}
