import type { TagCount } from '#model/tag.ts'
import type { Fragment } from '../query/define.ts'
import { type AddressSlice, inSlice } from './address-slices.ts'

/** A rule over time: which sessions are counted, what of them, and from how many on. */
export interface Counting extends TagCount {
  slug: string
  /** 0/1 over the columns of `sessions`. */
  base: Fragment
}

/** What is counted of a session, as Array(String): different texts count. */
const keys: Readonly<Record<TagCount['of'], string>> = {
  sessions: '[id]',
  destinations: '[toString(dst_ip)]',
  ports: '[toString(dst_port)]',
  sensors: '[toString(sensor)]',
  paths: 'http_path',
  agents: 'http_useragent',
}

/** How many keys a source shows at most, over rows of `sessions`: texts are not read for it. */
const amounts: Readonly<Record<TagCount['of'], string>> = {
  sessions: 'count()',
  destinations: 'count()',
  ports: 'count()',
  sensors: 'count()',
  paths: 'sum(length(http_path))',
  agents: 'sum(length(http_useragent))',
}

/** Whether the sessions of a source can be enough for any rule. */
function canReach(counting: readonly Counting[]): string {
  const least = new Map<string, number>()
  for (const { of, atLeast } of counting)
    least.set(amounts[of], Math.min(atLeast, least.get(amounts[of]) ?? atLeast))
  return [...least].map(([amount, atLeast]) => `${amount} >= ${atLeast}`).join(' OR ')
}

const none = `SELECT '' AS counted_id, emptyArrayString() AS counted_tags WHERE 0`

/**
 * The tags over time that the sessions of one origin carry, on days from one to another: rows (counted_id, counted_tags). A rule is reached at a
 * session when the sessions of its address in the `within` seconds up to it, it included, show at least `atLeast` different
 * keys; then all of them that began on that day carry the tag. So it depends on which sessions there are and on nothing
 * else: not on order, batches or when they came. What was published counts together; what was not, within its workspace only.
 *
 * A key counts from its session on until the next one with the same key, `within` seconds at most; the running sum of
 * these beginnings and ends is the number of different keys. Parameters: counted_origin, counted_from, counted_to, and the rules'.
 *
 * Of a large slice only those sources are sorted that show enough different keys at all: nearly none does. Three million sessions took
 * 3.6 GB and 18 s of processor time without that, 0.24 GB and 3.6 s with it; of few sessions to read the rules twice costs more.
 *
 * @param columns of `sessions` as the rules shall see them, also those of the sessions of the day before
 * @param slice of sources; they do not count together
 */
export function countedTags(
  counting: readonly Counting[],
  { columns = '*', slice = { isLarge: false } }: { columns?: string | undefined; slice?: AddressSlice } = {},
): Fragment {
  if (counting.length === 0) return { sql: none, params: {} }
  const within = inSlice(slice)
  const params: Record<string, unknown> = {
    counted_slugs: counting.map(({ slug }) => slug),
    counted_least: counting.map(({ atLeast }) => atLeast),
    counted_within: counting.map(({ within }) => within * 1000),
    counted_longest: Math.max(...counting.map(({ within }) => within)),
    ...within.params,
  }
  const events = counting.map(({ base, of }, index) => {
    Object.assign(params, base.params)
    return `if(${base.sql}, arrayMap(key_ -> (toUInt32(${index + 1}), key_), arrayDistinct(${keys[of]})), [])`
  })
  const counted = `origin = {counted_origin: String} AND ${within.sql}
      AND first_packet >= toDateTime64({counted_from: Date}, 3, 'UTC') - toIntervalSecond({counted_longest: UInt32})
      AND first_packet < toDateTime64({counted_to: Date}, 3, 'UTC') + toIntervalDay(1)`
  const some = slice.isLarge
    ? `src_ip IN (SELECT src_ip FROM {local}.sessions WHERE ${counted} GROUP BY src_ip HAVING ${canReach(counting)})`
    : 'true'
  const all = `
    SELECT id, src_ip, if(published, '', toString(workspace)) AS tenant, toUnixTimestamp64Milli(first_packet) AS at,
      arrayJoin(arrayConcat(${events.join(', ')})) AS event, event.1 AS rule, event.2 AS key
    FROM (SELECT ${columns} FROM {local}.sessions WHERE ${counted} AND ${some})`
  const sessions = slice.isLarge
    ? `SELECT * FROM (${all}) WHERE (rule, tenant, src_ip) IN (SELECT rule, tenant, src_ip FROM (${all})
      GROUP BY rule, tenant, src_ip HAVING uniqExact(key) >= {counted_least: Array(UInt32)}[rule])`
    : all
  const ends = `
    SELECT id, src_ip, tenant, rule, at,
      least(at + {counted_within: Array(Int64)}[rule],
        leadInFrame(at, 1, toInt64(9000000000000000)) OVER (PARTITION BY rule, tenant, src_ip, key ORDER BY at, id
          ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) AS until
    FROM (${sessions})`
  const changes = `
    SELECT id, src_ip, tenant, rule, change.1 AS moment, change.2 AS more
    FROM (${ends}) ARRAY JOIN [(at, toInt64(1)), (until, toInt64(-1))] AS change`
  const running = `
    SELECT id, src_ip, tenant, rule, moment, more, sum(more) OVER (PARTITION BY rule, tenant, src_ip ORDER BY moment
      RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS different
    FROM (${changes})`
  const reaching = `
    SELECT id, rule, moment, more,
      min(if(more = 1 AND different >= {counted_least: Array(UInt32)}[rule], moment, toInt64(9000000000000000)))
        OVER (PARTITION BY rule, tenant, src_ip ORDER BY moment RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS reached
    FROM (${running})`
  return {
    sql: `
    SELECT id AS counted_id, groupUniqArray({counted_slugs: Array(String)}[rule]) AS counted_tags
    FROM (${reaching})
    WHERE more = 1 AND reached < moment + {counted_within: Array(Int64)}[rule]
      AND intDiv(reached, 86400000) = intDiv(moment, 86400000)
      AND moment >= toUnixTimestamp({counted_from: Date}, 'UTC') * 1000
    GROUP BY id`,
    params,
  }
}
