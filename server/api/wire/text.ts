import { z } from '@hono/zod-openapi'
import { notInLine } from '#model/line.ts'

const oneLine = new RegExp(`^[^${notInLine}]*$`, 'u')
const linesOnly = new RegExp(`^(?:[\\n\\t]|[^${notInLine}])*$`, 'u')

/** One line as people write it: names, addresses of mail, ids. */
export const line = (max: number) =>
  z.string().max(max).regex(oneLine, 'expected one line, without control characters')

/** Lines of text as people write them, by whichever ends a browser sends; trimmed, and of no more than `max` characters then. */
export const paragraphs = (max: number) =>
  z
    .string()
    .max(2 * max + 100)
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1)
        .max(max)
        .regex(linesOnly, 'expected text, without control characters but ends of lines and tabs'),
    )
