import type { Bytes } from '../bytes.ts'
import { unpacked } from '../unpack.ts'
import { SourceRefused } from '../../refused.ts'

/** The text of a file in pieces. @throws SourceRefused when it is not UTF-8 */
export async function* textOf(file: Bytes, max: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new SourceRefused('The file is not UTF-8 text.')
    }
  }
  for await (const chunk of unpacked(file, max)) yield decode(chunk)
  const rest = decode()
  if (rest !== '') yield rest
}

/** The whole text at once. */
export async function wholeText(file: Bytes, max: number): Promise<string> {
  const pieces: string[] = []
  for await (const piece of textOf(file, max)) pieces.push(piece)
  return pieces.join('')
}

/** Characters of one line or quoted field. */
const maxLineLength = 8 * 1024 * 1024

/** Lines with their numbers, from 1; the last need not end. */
export async function* linesOf(
  text: AsyncIterable<string>,
): AsyncGenerator<{ number: number; line: string }> {
  let rest = ''
  let number = 0
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength) throw new SourceRefused(`Line ${number + lines.length + 1} is too long.`)
    for (const line of lines) yield { number: ++number, line: line.endsWith('\r') ? line.slice(0, -1) : line }
  }
  if (rest !== '') yield { number: ++number, line: rest }
}
