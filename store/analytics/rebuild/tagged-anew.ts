import type { Vantage } from '#model/session.ts'
import type { Fragment } from '../query/define.ts'
import { sessionColumns } from '../tables/sessions.ts'
import { type Tagging, withOwnNames } from '../sessions/tagging.ts'
import { type AddressSlice, inSlice } from './address-slices.ts'
import type { Rebuild } from './rebuild.ts'
import type { Asked } from './rule-sets.ts'
import { type Counting, countedTags } from './threshold-tags.ts'

export const columnNames = sessionColumns.map(({ name }) => name).join(', ')

/** What a session was taken at by now, over the columns of `sessions`. Parameters: those of `takenParams`. */
export const takenSql =
  'if(capture = {taken_capture: String} AND published >= {taken_published: UInt8}, {taken_at: String}, vantage)'

export const takenParams = ({
  capture,
  at,
  onlyPublished = false,
}: Taken): Record<string, string | number> => ({
  taken_capture: capture,
  taken_at: at,
  taken_published: onlyPublished ? 1 : 0,
})

/**
 * The columns as they are, but for what the capture in question was taken at. Rules over time count the day before, too, which
 * may be retagged after this one.
 */
const takenAt = sessionColumns
  .map(({ name }) => (name === 'vantage' ? `CAST(${takenSql} AS LowCardinality(String)) AS vantage` : name))
  .join(', ')

/** Own rules of a workspace, to be asked of its sessions. */
export interface OwnTagging {
  workspace: string
  /** Names them, for the day's note. */
  name: string
  tagging: Tagging
}

/** Some of the rules, and the tags that they decide. */
export interface SomeRules extends Asked {
  slugs: readonly string[]
}

/** What one capture was taken at. */
export interface Taken {
  capture: string
  at: Vantage
  /** Its sessions that are not published stay what they are. */
  onlyPublished?: boolean
  /** The product's rules that ask for it, where they are known: no others can give or take a tag. */
  rules?: SomeRules
}

/** By what the sessions of one origin and day are tagged. */
export interface TaggedAnew extends Rebuild {
  /** Without it the tags of the product stay as they are, but for those that are counted. */
  tagging?: Tagging
  /** Rules over time; none without it. */
  counting?: readonly Counting[]
  /** The tags of the product that these rules decide; all without it. */
  only?: readonly string[]
  own?: OwnTagging
  taken?: Taken
}

/**
 * The sessions of a slice of a day with the tags that they should carry: all columns, `tags_now` and `custom_now` beside `tags_before` and
 * `custom_before`.
 */
export function taggedAnew(
  { origin, day, tagging, counting = [], only, own, taken }: TaggedAnew,
  slice: AddressSlice,
): Fragment {
  const counted = countedTags(counting, { columns: taken && takenAt, slice })
  const within = inSlice(slice)
  // The old tags stay out of sight: the tagging sees what it saw when the sessions came in.
  const kept = `SELECT ${taken ? takenAt : columnNames}, tags AS tags_before, custom_tags AS custom_before FROM {local}.sessions
       WHERE origin = {retagged_origin: String} AND toDate(first_packet) = {retagged_day: Date} AND ${within.sql}`
  // In a step of its own: what both taggings name for themselves must not meet.
  const ownTagging = own && withOwnNames(own.tagging)
  const owned = ownTagging
    ? `SELECT ${columnNames}, tags_before, custom_before, if(workspace = {own_workspace: String},
         arraySort(arrayDistinct(${ownTagging.sql})), custom_before) AS custom_now FROM (${kept})`
    : `SELECT *, custom_before AS custom_now FROM (${kept})`
  const decided = only ? '{only_slugs: Array(String)}' : '{counted_slugs: Array(String)}'
  const others = `arrayFilter(tag_ -> NOT has(${decided}, tag_), tags_before)`
  const ofOne = tagging ? (only ? `arrayConcat(${tagging.sql}, ${others})` : tagging.sql) : others
  const isGiven = tagging !== undefined || counting.length > 0
  const given = isGiven ? `arraySort(arrayDistinct(arrayConcat(${ofOne}, counted_tags)))` : 'tags_before'
  return {
    sql: `SELECT ${columnNames}, tags_before, custom_before, custom_now, ${given} AS tags_now
     FROM (${owned}) AS of_day
     ${isGiven ? `LEFT ANY JOIN (${counted.sql}) AS of_time ON of_day.id = of_time.counted_id` : ''}`,
    params: {
      ...tagging?.params,
      ...counted.params,
      ...within.params,
      ...ownTagging?.params,
      ...(only && { only_slugs: only }),
      ...(own && { own_workspace: own.workspace }),
      ...(taken && takenParams(taken)),
      retagged_origin: origin,
      retagged_day: day,
      counted_origin: origin,
      counted_from: day,
      counted_to: day,
    },
  }
}
