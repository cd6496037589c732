import type { z } from 'zod'
import type { Bytes } from '../bytes.ts'
import { linesOf, textOf, wholeText } from './text.ts'
import { SourceRefused } from '../../refused.ts'

/** @throws SourceRefused naming the place */
export function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new SourceRefused(`${where} is not whole JSON: the file is broken or cut off.`)
  }
}

/** @throws SourceRefused naming the place and the first thing that is wrong there */
export function shaped<S extends z.ZodType>(schema: S, value: unknown, where: string): z.infer<S> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw new SourceRefused(
    `${where}: ${issue?.path.join('.') || 'value'} ${issue?.message ?? 'is not valid'}.`,
  )
}

/** A file that is one JSON value. */
export const wholeJson = async (file: Bytes, max: number): Promise<unknown> =>
  parsed(await wholeText(file, max), 'The file')

/** Characters of a value, or a list, over many lines: it is held whole, and a broken first line makes all of a file look like one. */
const maxSpread = 64 * 1024 * 1024

/** The values of a file of one a line; also those of a file that is a single value, or a list, over many lines. */
export async function* valuesOf(file: Bytes, max: number): AsyncGenerator<{ where: string; value: unknown }> {
  const spread: string[] = []
  let held = 0
  for await (const { number, line } of linesOf(textOf(file, max))) {
    if (spread.length === 0 && line.trim() === '') continue
    // Records stand one a line, or the first line opens a text that goes on.
    if (spread.length > 0 || (number === 1 && !isWhole(line))) {
      spread.push(line)
      held += line.length + 1
      if (held > maxSpread)
        throw new SourceRefused(
          `Line 1 is not whole JSON, and what it begins has more than ${maxSpread} characters.`,
        )
    } else yield { where: `Line ${number}`, value: parsed(line, `Line ${number}`) }
  }
  if (spread.length === 0) return
  const value = parsed(spread.join('\n'), 'The file')
  for (const [at, one] of (Array.isArray(value) ? value : [value]).entries())
    yield { where: `Record ${at + 1}`, value: one }
}

function isWhole(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object' && !line.trimStart().startsWith('[')
  } catch {
    return false
  }
}
