import { z } from '@hono/zod-openapi'
import { notInLine } from '#model/line.ts'

const oneLine = new RegExp(`^[^${notInLine}]*$`, 'u')

/** One line as people write it: names, addresses of mail, ids. */
export const line = (max: number) =>
  z.string().max(max).regex(oneLine, 'expected one line, without control characters')
