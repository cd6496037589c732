/** What the address of the page says of its timeline. */

export const windows = [1, 7, 30, 90] as const

export const fields = [
  { field: 'classification', label: 'Classification' },
  { field: 'tag_ids', label: 'Tags' },
  { field: 'destination_port', label: 'Ports' },
  { field: 'http_path', label: 'Paths' },
  { field: 'http_user_agent', label: 'User agents' },
  { field: 'source_asn', label: 'ASN' },
  { field: 'source_rdns', label: 'Reverse name' },
] as const

export interface TimelineView {
  days: (typeof windows)[number]
  field: (typeof fields)[number]['field']
  by: 'hour' | 'day'
}

/** Anything else falls back to what is usual: a month of tags by the day. */
export function timelineView(params: URLSearchParams): TimelineView {
  const days = windows.find((each) => String(each) === params.get('days')) ?? 30
  return {
    days,
    field: fields.find(({ field }) => field === params.get('field'))?.field ?? 'tag_ids',
    by: params.get('by') === 'hour' ? 'hour' : params.get('by') === 'day' || days > 1 ? 'day' : 'hour',
  }
}

export const timelineHref = ({ days, field, by }: TimelineView): string =>
  `?${new URLSearchParams({ tab: 'timeline', days: String(days), field, by })}`
