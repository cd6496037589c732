/** `echo` of busybox: with -e it understands backslashes, with -n it ends no line. Bytes are Latin-1 characters. */
export function echo(words: readonly string[]): string {
  let from = 0
  let isEscaped = false
  let endsLine = true
  for (; /^-[neE]+$/.test(words[from] ?? ''); from++) {
    if (words[from]!.includes('n')) endsLine = false
    if (words[from]!.includes('e')) isEscaped = true
  }
  const text = words.slice(from).join(' ')
  return (isEscaped ? unescaped(text) : text) + (endsLine ? '\n' : '')
}

const letters: Record<string, string> = {
  a: '\x07',
  b: '\b',
  c: '',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
}

export const unescaped = (text: string): string =>
  text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|(.))/gs, (all, hex, octal, letter) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    return letters[letter as string] ?? (all as string)
  })
