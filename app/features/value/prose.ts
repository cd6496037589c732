/** Fields whose values are names: set in the sans face. Everything else is data and set in mono. */
const prose = new Set([
  'actor',
  'carrier',
  'category',
  'city',
  'classification',
  'country',
  'datacenter',
  'destination_country',
  'organization',
  'os',
  'region',
  'source_country',
  'tags',
  'vpn_service',
])

export const isProse = (field: string): boolean => prose.has(field.replace(/^(?:metadata|raw_data)\./, ''))
