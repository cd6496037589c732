import { general } from './ip-general.ts'
import { metadataFields } from './ip-metadata.ts'
import { rawData } from './ip-raw.ts'
import { fieldOf, index, type Registry } from './registry.ts'

const found = index([...general, ...metadataFields, ...rawData])
const lastSeen = fieldOf(found, 'last_seen')

/** Fields of IP records. Columns are the keys of IpDocument (model/ip-record.ts). */
export const ipRegistry: Registry = {
  catalogue: 'ip',
  ...found,
  bare: {
    address: [fieldOf(found, 'ip')],
    cve: [fieldOf(found, 'cve')],
    asn: [fieldOf(found, 'asn')],
    classification: [fieldOf(found, 'classification')],
    names: [fieldOf(found, 'tags'), fieldOf(found, 'actor'), fieldOf(found, 'organization')],
    port: fieldOf(found, 'raw_data.scan.port'),
  },
  window: {
    field: lastSeen,
    satisfiedBy: new Set(found.fields.filter((field) => field.name.startsWith('last_seen'))),
  },
  interesting: '(classification:malicious OR classification:suspicious) spoofable:false first_seen:7d',
}
