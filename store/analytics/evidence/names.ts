import { z } from 'zod'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { currentActors } from './current.ts'

const named = defineQuery({
  name: 'names of actors',
  params: z.object({ slugs: z.array(z.string()).max(1000) }),
  row: z.object({ slug: z.string(), name: z.string(), category: z.enum(['actor', 'search_engine']) }),
  sql: `SELECT slug, name, category FROM (${currentActors}) WHERE slug IN {slugs: Array(String)} ORDER BY slug`,
})

/** What actors are called; those of no list are left out. */
export const actorNames = ({ app }: Reads, slugs: readonly string[]) => app.run(named, { slugs: [...slugs] })
