import { z } from 'zod'
import { flag } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'

export interface CveTitle {
  cve: string
  /** "" where no source has one. */
  title: string
  /** Vendors and products it concerns, the first few. */
  products: string[]
  /** On a list of what is known to be exploited. */
  isExploited: boolean
}

const named = defineQuery({
  name: 'titles of CVEs',
  params: z.object({ top: z.number() }),
  row: z.object({ cve: z.string(), title: z.string(), products: z.array(z.string()), exploited: flag }),
  sql: `SELECT cve,
  substringUTF8(if(max(listed) != '', max(listed), max(name)), 1, 120) AS title,
  arraySlice(arrayDistinct(arrayFilter(x -> x != ' ', arrayFlatten(groupArray(products)))), 1, 5) AS products,
  max(kev) AS exploited
FROM (
  SELECT cve,
    JSONHas(facts, 'kev') AS kev,
    JSONExtractString(facts, 'name') AS name,
    if(kev, name, '') AS listed,
    JSONExtractFloat(facts, 'epss', 'score') AS epss,
    JSONExtractBool(facts, 'rejected') AS rejected,
    arrayPushFront(
      arrayMap(x -> substringUTF8(concat(x.1, ' ', x.2), 1, 60),
        arraySlice(JSONExtract(facts, 'affected', 'Array(Tuple(vendor String, product String))'), 1, 5)),
      substringUTF8(concat(JSONExtractString(facts, 'vendor'), ' ', JSONExtractString(facts, 'product')), 1, 60)
    ) AS products
  FROM {local}.cve_facts
  WHERE (source, version) IN (SELECT source, max(version) FROM {local}.cve_sources GROUP BY source)
)
GROUP BY cve HAVING max(rejected) = 0 AND (title != '' OR notEmpty(products))
ORDER BY exploited DESC, max(epss) DESC, cve DESC LIMIT {top: UInt32}`,
})

/** The CVEs that have a title or a product, those first that are exploited or likeliest to be (EPSS). */
export async function cveTitles({ app }: Reads, top: number): Promise<CveTitle[]> {
  const rows = await app.run(named, { top })
  return rows.map(({ exploited, ...rest }) => ({ ...rest, isExploited: exploited }))
}
