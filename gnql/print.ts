import { bareWord, boundWord, quote, valueWord } from './quoting.ts'
import {
  type Bare,
  type RangeBound,
  plainText,
  type Query,
  type Range,
  type Term,
  type Text,
  type Words,
} from './tree.ts'
import { isIPv6List } from './values/address.ts'

/**
 * The text of a tree: parse(print(tree)) is the tree again. AND is written where a bare word follows something, which
 * would otherwise join the run of words before it.
 */
export function print(query: Query): string {
  switch (query.kind) {
    case 'empty':
      return ''
    case 'and':
      return query.parts.map((part, index) => (index > 0 ? separator(part) : '') + print(part)).join('')
    case 'or':
      return query.parts.map(print).join(' OR ')
    case 'not':
      return `-${print(query.part)}`
    case 'group':
      return `(${print(query.part)})`
    case 'bare':
      return printBare(query)
    case 'term':
      return printTerm(query)
  }
}

function printTerm({ field, value }: Term): string {
  const name = `${bareWord(field.pieces)}:`
  if (value.kind === 'field-group') return `${name}(${print(value.query)})`
  const [first] = value.kind === 'words' ? value.words : []
  // `a::` as a whole would be an address: then the value's colons are escaped.
  const isAddress = first?.quoted === false && isIPv6List(name + valueWord(first.pieces))
  return name + printValue(value, isAddress ? escapedWord : valueWord)
}

/** A word that is escaped even where it is an address by itself: `aa:a\:\:` must not become the address aa:a::. */
const escapedWord: typeof bareWord = (pieces) => bareWord(pieces)

const separator = (part: Query): string => {
  const isWord = part.kind === 'bare' && part.value.kind === 'words' && part.value.words[0]?.quoted === false
  return isWord ? ' AND ' : ' '
}

const printBare = (bare: Bare): string => printValue(bare.value, bareWord)

const printValue = (value: Words | Range, first: typeof bareWord): string =>
  value.kind === 'range'
    ? printRange(value)
    : value.words.map((text, index) => word(text, index === 0 ? first : bareWord)).join(' ')

const word = (text: Text, write: typeof bareWord = bareWord): string => {
  if (text.quoted) return quote(text.pieces)
  const plain = write === bareWord ? plainText(text) : null
  return plain !== null && isIPv6List(plain) ? plain : write(text.pieces)
}

export function printRange(range: Range): string {
  const { from, to } = range
  if (from && !to) return `${from.inclusive ? '>=' : '>'}${edge(from)}`
  if (to && !from) return `${to.inclusive ? '<=' : '<'}${edge(to)}`
  const [open, close] = [from?.inclusive === false ? '{' : '[', to?.inclusive === false ? '}' : ']']
  return `${open}${from ? edge(from) : '*'} TO ${to ? edge(to) : '*'}${close}`
}

const edge = ({ text }: RangeBound): string => (text.quoted ? quote(text.pieces) : boundWord(text.pieces))
