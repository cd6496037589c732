/** HTML entities that stand for what exploits are made of; names as in the HTML standard, lower-cased. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  hat: '^',
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  nbsp: ' ',
  newline: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  tab: '\t',
  verbar: '|',
  vert: '|',
}

/**
 * A code point as this product holds text of strangers: each byte of its UTF-8 form as the character of the same number
 * (Latin-1). Full-width forms (U+FF01 to U+FF5E) become the ASCII they are read as.
 */
function charOf(code: number): string {
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (code < 0x80) return String.fromCharCode(code)
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), 0x80 | (code & 0x3f))
  if (code < 0x10000)
    return String.fromCharCode(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
  return String.fromCharCode(
    0xf0 | ((code >> 18) & 7),
    0x80 | ((code >> 12) & 0x3f),
    0x80 | ((code >> 6) & 0x3f),
    0x80 | (code & 0x3f),
  )
}

/** Each alternative is of bounded length, so a pass takes time linear in the text. */
const escapes =
  /%u([0-9a-f]{4})|%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|\\(\/)|&#([0-9]{1,8});|&#x([0-9a-f]{1,8});|&([a-z]{2,7});/gi

function meaningOf(whole: string, groups: readonly (string | undefined)[]): string {
  const [wide, byte, unicode, braced, hex, slash, decimal, numbered, named] = groups
  if (byte ?? hex) return String.fromCharCode(Number.parseInt(byte ?? hex ?? '', 16))
  if (slash) return slash
  if (named) return entities[named.toLowerCase()] ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(wide ?? unicode ?? braced ?? numbered ?? '', 16)
  return code > 0x10ffff ? whole : charOf(code)
}

/**
 * UTF-8 forms longer than they may be (RFC 3629 §3), which lenient decoders take for ASCII: C0 AF, E0 80 AF and F0 80 80 AF
 * are all "/"; and full-width ASCII, EF BC 81 to EF BD 9E.
 */
const lenient =
  /[\xc0\xc1][\x80-\xbf]|\xe0[\x80\x81][\x80-\xbf]|\xf0\x80[\x80\x81][\x80-\xbf]|\xef\xbc[\x81-\xbf]|\xef\xbd[\x80-\x9e]/g

const strict = (bytes: string): string => {
  const last = bytes.charCodeAt(bytes.length - 1) & 0x3f
  const before = bytes.charCodeAt(bytes.length - 2)
  if (bytes.charCodeAt(0) !== 0xef) return String.fromCharCode(((before & 1) << 6) | last)
  return charOf(0xf000 | ((before & 0x3f) << 6) | last)
}

/** Nothing to undo without one of these. */
const telling = /[%\\&\xc0\xc1\xe0\xef\xf0]/

/**
 * One level of escaping taken off: percent, %u, \u, \x and HTML entities, then lenient UTF-8. Never longer than `text`;
 * what is no escape stays.
 */
export function unescaped(text: string): string {
  if (!telling.test(text)) return text
  return text
    .replace(escapes, (whole: string, ...groups: (string | undefined)[]) => meaningOf(whole, groups))
    .replace(lenient, strict)
}
