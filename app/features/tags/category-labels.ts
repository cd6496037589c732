import type { TagCategory } from '#model/tag.ts'

export const categoryLabels: Record<TagCategory, string> = {
  activity: 'Activity',
  actor: 'Actor',
  search_engine: 'Search engine',
  tool: 'Tool',
  worm: 'Worm',
  others: 'Others',
}
