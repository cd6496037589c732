import { field, type Field } from './field.ts'

const source = 'feature-ip-source-attrs'
const destination = 'feature-ip-geo-destination'
const categories = ['business', 'education', 'government', 'hosting', 'isp', 'mobile'] as const

type Rest = Parameters<typeof field>[6]

/** metadata.x is also x; every alias given comes with and without the prefix. */
const metadata = (
  name: string,
  column: string,
  shape: Parameters<typeof field>[2],
  title: string,
  description: string,
  value: string,
  { aliases = [], ...rest }: Rest = {},
): Field =>
  field(`metadata.${name}`, column, shape, title, description, value, {
    aliases: [name, ...aliases.flatMap((alias) => [alias, `metadata.${alias}`])],
    ...rest,
  })

/** Where an address is and whose it is. */
export const metadataFields: readonly Field[] = [
  metadata('category', 'category', 'text', 'Category', 'What kind of network the address is in.', 'isp', {
    options: { kind: 'listed', values: categories },
  }),
  metadata(
    'single_destination',
    'single_destination',
    'boolean',
    'Single destination',
    'Seen by sensors of one country only; where countries of sensors are unknown, false.',
    'true',
    {
      entitlement: destination,
    },
  ),
  metadata('source_country', 'country', 'text', 'Country', 'Country of the address, by name.', 'Belgium', {
    aliases: ['country'],
    phrase: true,
    options: { kind: 'countries' },
  }),
  metadata(
    'source_country_code',
    'country_code',
    'text',
    'Country code',
    'Country of the address, two letters.',
    'BE',
    {
      aliases: ['country_code'],
      options: { kind: 'country-codes' },
    },
  ),
  metadata(
    'destination_country',
    'destination_countries',
    'text-list',
    'Destination country',
    'Countries of the sensors that saw it.',
    'Ukraine',
    {
      aliases: ['destination_countries'],
      phrase: true,
      options: { kind: 'countries' },
      entitlement: destination,
    },
  ),
  metadata(
    'destination_country_codes',
    'destination_country_codes',
    'text-list',
    'Destination country code',
    'Country codes of the sensors that saw it.',
    'UA',
    {
      aliases: ['destination_country_code'],
      options: { kind: 'country-codes' },
      entitlement: destination,
    },
  ),
  metadata(
    'destination_cities',
    'destination_cities',
    'text-list',
    'Destination city',
    'Cities of the sensors that saw it.',
    'Kyiv',
    {
      aliases: ['destination_city'],
      phrase: true,
      entitlement: destination,
    },
  ),
  metadata(
    'destination_asns',
    'destination_asns',
    'text-list',
    'Destination ASN',
    'Networks of the sensors that saw it.',
    'AS64500',
    {
      aliases: ['destination_asn'],
      valuePrefix: 'AS',
      entitlement: destination,
    },
  ),
  metadata(
    'sensor_hits',
    'sensor_hits',
    'number',
    'Sensor hits',
    'Sessions of the address in the last 90 days.',
    '>100',
  ),
  metadata('sensor_count', 'sensor_count', 'number', 'Sensor count', 'How many sensors saw it.', '[2 TO 10]'),
  metadata('city', 'city', 'text', 'City', 'City of the address.', 'Antwerp', {
    aliases: ['source_city'],
    phrase: true,
  }),
  metadata('region', 'region', 'text', 'Region', 'Region of the address.', 'Flanders', {
    aliases: ['source_region'],
    phrase: true,
  }),
  metadata('organization', 'organization', 'text', 'Organization', 'Who holds the network.', '"Google LLC"', {
    aliases: ['organisation', 'org'],
    phrase: true,
  }),
  metadata('rdns', 'rdns', 'text', 'Reverse name', 'Reverse DNS name of the address.', '*.gov*', {
    aliases: ['reverse_dns'],
  }),
  metadata(
    'rdns_parent',
    'rdns_parent',
    'text',
    'Parent of the reverse name',
    'The registrable domain of the reverse name.',
    'example.com',
    { entitlement: source },
  ),
  metadata(
    'rdns_validated',
    'rdns_validated',
    'boolean',
    'Reverse name confirmed',
    'The reverse name leads back to the address.',
    'true',
    { entitlement: source },
  ),
  metadata('asn', 'asn', 'text', 'ASN', 'Autonomous system of the address.', 'AS4134', { valuePrefix: 'AS' }),
  metadata('domain', 'domain', 'text', 'Domain', 'Domain of the network.', 'example.com', {
    entitlement: source,
  }),
  metadata('os', 'os', 'text', 'Operating system', 'Guessed from its packets.', 'Windows*', { phrase: true }),
  metadata('mobile', 'mobile', 'boolean', 'Mobile', 'The address belongs to a mobile network.', 'true', {
    entitlement: source,
  }),
  metadata('carrier', 'carrier', 'text', 'Carrier', 'Mobile carrier of the address.', 'Proximus', {
    phrase: true,
    entitlement: source,
  }),
  metadata('datacenter', 'datacenter', 'text', 'Datacenter', 'Datacenter or cloud of the address.', 'OVH', {
    phrase: true,
    entitlement: source,
  }),
  metadata('latitude', 'latitude', 'number', 'Latitude', 'Degrees north.', '[50 TO 52]', {
    entitlement: source,
  }),
  metadata('longitude', 'longitude', 'number', 'Longitude', 'Degrees east.', '[2 TO 7]', {
    entitlement: source,
  }),
]
