import type { Facet } from './query.ts'
import type { Classification, Intention, Tag, TagCategory } from './tag.ts'

/** A tag as lists show it. */
export type TagHead = Pick<Tag, 'id' | 'slug' | 'name' | 'category' | 'intention' | 'cves' | 'createdAt'>

/** Different addresses that carried a tag, per UTC day, oldest first; the last day is today so far. */
export interface TagTrace {
  /** Addresses in the last 24 hours. */
  inADay: number
  today: number
  trace: number[]
}

export interface TagRow extends TagHead, TagTrace {
  description: string
}

/** How far counts of tags lie behind the sessions. */
interface Counted {
  /** How long the oldest session or rule that is not counted has waited; 0 where none has for a minute. */
  behindSeconds: number
}

export interface TagList extends Counted {
  tags: TagRow[]
  total: number
  /** From 1. */
  page: number
  pages: number
  /** How many tags each choice of a filter would leave, the other filters as they are. */
  categories: { value: TagCategory; count: number }[]
  intentions: { value: Intention; count: number }[]
  withCves: number
  /** The days of the traces. */
  days: string[]
}

export interface TrendRow extends TagHead, TagTrace {
  rank: number
  /** Recent level over expected level; null while the record is too young to compare. */
  score: number | null
  /** Addresses a day: recently, and what the same weekdays of the four weeks before let expect. */
  level: number
  expected: number
  /** Today so far is one of the recent days. */
  withToday: boolean
  /** Carried for the first time in the last seven days. */
  newcomer: boolean
  anomaly: { day: string; seen: number; expected: number; score: number } | null
}

export const trendSorts = ['trending', 'active', 'anomalies'] as const
export type TrendSort = (typeof trendSorts)[number]

export interface TrendReport extends Counted {
  sort: TrendSort
  method: string
  days: string[]
  rows: TrendRow[]
  /** Of how many tags that fit the filters and the view. */
  total: number
  /** The record is too young for any comparison. */
  young: boolean
}

export interface TagActivity extends Counted {
  slug: string
  days: number
  /** Hours of a bucket: 1, 4 or 24. */
  step: number
  /** First and last moment, ISO 8601. */
  start: string
  end: string
  /** Oldest first; `start` ISO 8601; by the verdict of what each address showed on that UTC day. */
  buckets: { start: string; addresses: Record<Classification, number> }[]
  /** Different addresses of the whole window, by the verdict on each as it stands. */
  addresses: Record<Classification, number>
}

export interface TagReport {
  tag: Tag
  activity: TagActivity
  /** Of the addresses that carried it in the UTC days that the plan reaches, today included; so is `latest`. */
  facets: Facet[]
  latest: {
    ip: string
    classification: Classification
    country: string
    organization: string
    lastSeen: string
  }[]
}
