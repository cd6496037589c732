import type { Span } from './span.ts'
import type { Diagnostics } from './diagnostic.ts'
import { isSpace, readPieces } from './quoting.ts'
import type { RangeBound, Text } from './tree.ts'
import { isIPv6Block, isIPv6List } from './values/address.ts'

/**
 * Text to tokens. Where a character stands decides what it is: right after a field's colon a word may hold colons
 * and begin with a minus; elsewhere a colon ends a field's name, except in IPv6 addresses and blocks.
 */
export type Token =
  | { kind: 'open' | 'close' | 'minus' | 'bang' | 'colon' | 'end'; span: Span; spaced: boolean }
  | { kind: 'word'; text: Text; operator: Operator | null; span: Span; spaced: boolean }
  | { kind: 'quoted'; text: Text; closed: boolean; span: Span; spaced: boolean }
  | { kind: 'range'; from: RangeBound | null; to: RangeBound | null; span: Span; spaced: boolean }

export type Operator = 'and' | 'or' | 'not'

/** A map and not an object: `__proto__` is a word like any other. */
const operators: ReadonlyMap<string, Operator> = new Map([
  ['and', 'and'],
  ['or', 'or'],
  ['not', 'not'],
  ['&&', 'and'],
  ['||', 'or'],
])
const punctuation: Readonly<Record<string, 'open' | 'close' | 'bang' | 'colon'>> = {
  '(': 'open',
  ')': 'close',
  '!': 'bang',
  ':': 'colon',
}

const endsBare = (char: string): boolean => char === ':' || endsValue(char)
const endsValue = (char: string): boolean => char === '"' || char === '(' || char === ')' || isSpace(char)
const endsBound = (char: string): boolean => char === ']' || char === '}' || endsValue(char)
const endsQuote = (char: string): boolean => char === '"'

const addressChunk = /[0-9a-f:./\\,]*/iuy
const comparison = /[<>]=?/uy
const bracketed = /\[([0-9a-f:.]+)\]/iuy

const matchAt = (pattern: RegExp, source: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(source)
}

export function lex(source: string, diagnostics: Diagnostics): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    const before = at
    at = skipSpace(source, before)
    const spaced = at > before || at === 0
    if (at >= source.length) {
      tokens.push({ kind: 'end', span: { start: at, end: at }, spaced })
      return tokens
    }
    const previous = tokens.at(-1)?.kind
    const token = next(source, at, previous === 'colon', previous === 'word', spaced, diagnostics)
    tokens.push(token)
    at = token.span.end
  }
}

function next(
  source: string,
  start: number,
  isValue: boolean,
  afterWord: boolean,
  spaced: boolean,
  diagnostics: Diagnostics,
): Token {
  const char = source.charAt(start)
  const rest = source.charAt(start + 1)
  if (char === '"') return readQuoted(source, start, spaced, diagnostics)
  if (char === '[' || char === '{') return readBrackets(source, start, spaced, diagnostics)
  if (char === '<' || char === '>') return readComparison(source, start, spaced, diagnostics)
  if (!isValue && char === '-' && rest !== '' && !isSpace(rest))
    return { kind: 'minus', span: { start, end: start + 1 }, spaced }
  const address = isValue || (afterWord && !spaced) ? null : addressAt(source, start)
  if (address) return word(source, start, address, spaced)
  const kind = punctuation[char]
  // A value may begin with "!" or ":"; a colon elsewhere belongs to the word before it.
  if (kind && !(isValue && (kind === 'bang' || kind === 'colon')))
    return { kind, span: { start, end: start + 1 }, spaced: kind === 'colon' ? !afterWord : spaced }
  return word(source, start, readPieces(source, start, isValue ? endsValue : endsBare), spaced)
}

function word(source: string, start: number, read: ReturnType<typeof readPieces>, spaced: boolean): Token {
  const span = { start, end: read.end }
  const text: Text = { pieces: read.pieces, quoted: false, span }
  const operator = read.escaped ? null : (operators.get(source.slice(start, read.end).toLowerCase()) ?? null)
  return { kind: 'word', text, operator, span, spaced }
}

/** The IPv6 address, block or list standing here on its own, else null. */
function addressAt(source: string, start: number): ReturnType<typeof readPieces> | null {
  const chunk = matchAt(addressChunk, source, start)?.[0] ?? ''
  const end = start + chunk.length
  if (chunk.length < 2 || !chunk.includes(':')) return null
  if (end < source.length && !endsValue(source.charAt(end))) return null
  const text = chunk.replaceAll(String.raw`\/`, '/')
  return isIPv6List(text) ? { pieces: [text], end, escaped: true } : null
}

function readQuoted(source: string, start: number, spaced: boolean, diagnostics: Diagnostics): Token {
  const { pieces, end } = readPieces(source, start + 1, endsQuote)
  const closed = end < source.length
  const span = { start, end: closed ? end + 1 : end }
  if (!closed)
    diagnostics.error(
      { start, end },
      {
        message: 'This quote is never closed.',
        expected: ['"'],
        found: 'the end of the text',
        suggestion: `${source.slice(start, end)}"`,
      },
    )
  return { kind: 'quoted', text: { pieces, quoted: true, span }, closed, span, spaced }
}

/** `>a`, `>=a`, `<a`, `<=a`. */
function readComparison(source: string, start: number, spaced: boolean, diagnostics: Diagnostics): Token {
  const sign = matchAt(comparison, source, start)?.[0] ?? ''
  const read = readBound(source, start + sign.length, endsValue)
  if (read.text === null)
    diagnostics.error(
      { start, end: start + sign.length },
      {
        message: `A value is missing after ${sign}`,
        expected: ['a value'],
        found: source.slice(read.end, read.end + 1),
      },
    )
  const edge = read.text && { text: read.text, inclusive: sign.endsWith('=') }
  const ends = sign.startsWith('>') ? { from: edge, to: null } : { from: null, to: edge }
  const end = read.text ? read.end : start + sign.length
  return { kind: 'range', ...ends, span: { start, end }, spaced }
}

/** `[a TO b]`, `{a TO b}` and mixtures; square brackets include their end. An address in brackets is a word. */
function readBrackets(source: string, start: number, spaced: boolean, diagnostics: Diagnostics): Token {
  const inside = matchAt(bracketed, source, start)
  if (inside?.[1] !== undefined && isIPv6Block(inside[1])) {
    const end = start + inside[0].length
    return word(source, start, { pieces: [inside[1]], end, escaped: true }, spaced)
  }
  const from = readBound(source, start + 1, endsBound)
  const to = readBound(source, skipWord(source, from.end, 'to'), endsBound)
  const close = source.charAt(to.end)
  const hasTo = to.text !== null && to.text.span.start > from.end + 2
  if (!from.text || !to.text || !hasTo || (close !== ']' && close !== '}')) {
    const end = Math.max(start + 1, nextBreak(source, start))
    const found = source.slice(start, end)
    diagnostics.error(
      { start, end },
      {
        message: `This range cannot be read: ${found}`,
        expected: ['[from TO to]', '{from TO to}'],
        found,
        suggestion: suggestRange(found),
      },
    )
    return { kind: 'range', from: null, to: null, span: { start, end }, spaced }
  }
  return {
    kind: 'range',
    from: openEnded(from.text, source.charAt(start) === '['),
    to: openEnded(to.text, close === ']'),
    span: { start, end: to.end + 1 },
    spaced,
  }
}

const otherBound = String.raw`[^\s,;"()[\]{}]+`
const otherRange = new RegExp(
  String.raw`^([[{])\s*(${otherBound}?)(?:\s*(?:,|;|\.\.)\s*|\s+(?:-\s+)?|(?<=\d)-(?=\d+\s*[\]}]))(${otherBound})\s*([\]}])$`,
  'u',
)

/** `[a,b]`, `[a b]`, `[a..b]`, `[1-2]` as `[a TO b]`. */
function suggestRange(found: string): string | null {
  const [, open, from, to, close] = found.length > 100 ? [] : (otherRange.exec(found) ?? [])
  return from && to ? `${open}${from} TO ${to}${close}` : null
}

const openEnded = (text: Text, inclusive: boolean): RangeBound | null => {
  const [only] = text.pieces
  const isOpen = !text.quoted && text.pieces.length === 1 && typeof only === 'object' && only.wildcard === '*'
  return isOpen ? null : { text, inclusive }
}

function readBound(
  source: string,
  from: number,
  ends: (char: string) => boolean,
): { text: Text | null; end: number } {
  const start = skipSpace(source, from)
  const quoted = source.charAt(start) === '"'
  const read = readPieces(source, quoted ? start + 1 : start, quoted ? endsQuote : ends)
  if (quoted && read.end >= source.length) return { text: null, end: read.end }
  const end = quoted ? read.end + 1 : read.end
  const after = ends === endsBound ? skipSpace(source, end) : end
  const text = quoted || end > start ? { pieces: read.pieces, quoted, span: { start, end } } : null
  return { text, end: after }
}

function skipSpace(source: string, from: number): number {
  let at = from
  while (at < source.length && isSpace(source.charAt(at))) at++
  return at
}

const skipWord = (source: string, at: number, name: string): number => {
  const end = at + name.length
  const isWord = source.slice(at, end).toLowerCase() === name && isSpace(source.charAt(end))
  return isWord ? end : at
}

function nextBreak(source: string, start: number): number {
  const close = source.slice(start).search(/[\]}]/u)
  if (close >= 0) return start + close + 1
  const space = source.slice(start).search(/[\s)]/u)
  return space > 0 ? start + space : source.length
}
