import { z } from 'zod'
import type { Analytics } from './open.ts'
import { defineQuery } from './query/define.ts'

const one = defineQuery({
  name: 'ping',
  params: z.object({}),
  row: z.object({ one: z.number() }),
  sql: 'SELECT 1 AS one',
})

/** Resolves when the engine answers. @throws Refusal "busy" when it does not */
export async function ping({ app }: Analytics): Promise<void> {
  await app.run(one, {})
}
