import type { Field } from '../registry/field.ts'
import { registries } from '../registry/registries.ts'
import type { FieldCatalogue, Registry } from '../registry/registry.ts'
import { nearest } from '../suggest.ts'
import { plainText, type Term } from '../tree.ts'
import { written } from './bare.ts'
import type { Reading } from './value.ts'

/** What other tools call our fields. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['src_ip', 'ip'],
  ['source.ip', 'ip'],
  ['address', 'ip'],
  ['addr', 'ip'],
  ['cidr', 'ip'],
  ['net', 'ip'],
  ['seen', 'last_seen'],
  ['timestamp', 'last_seen'],
  ['@timestamp', 'last_seen'],
  ['geo', 'country_code'],
  ['isp', 'organization'],
  ['asn_org', 'organization'],
  ['as', 'asn'],
  ['hostname', 'rdns'],
  ['ptr', 'rdns'],
  ['dns', 'rdns'],
  ['dst_port', 'port'],
  ['dport', 'port'],
  ['ports', 'port'],
  ['ua', 'useragent'],
  ['url', 'uri'],
  ['vuln', 'cve'],
  ['verdict', 'classification'],
  ['status', 'classification'],
])

/** The field a term names; an unknown one, or one that is not recorded here, is refused where it stands. */
export function fieldOf(term: Term, registry: Registry, { diagnostics }: Reading): Field | null {
  const name = plainText(term.field)
  const field = name === null ? null : registry.find(name)
  const found = written(term.field)
  if (field && field.columns.length > 0) return field
  if (field)
    diagnostics.error(term.field.span, {
      message: `${field.name} is a known field, but it is not recorded here.`,
      found,
    })
  else {
    const known = name !== null && registries[other[registry.catalogue]].find(name) !== null
    const suggestion = diagnostics.open ? nearestField(found, registry, !known) : null
    const where = known ? ` of ${records[registry.catalogue]}` : ''
    const whose = known ? ` It is one of ${records[other[registry.catalogue]]}.` : ''
    diagnostics.error(term.field.span, {
      message: `There is no field ${found}${where}.${whose}${suggestion ? ` Did you mean ${suggestion}?` : ''}`,
      expected: ['a field'],
      found,
      suggestion,
    })
  }
  return null
}

/** What the records of a catalogue are called, and who asks for them. */
const records: Readonly<Record<FieldCatalogue, string>> = {
  ip: 'addresses',
  session: 'sessions, which the rules of tags read',
}
const other: Readonly<Record<FieldCatalogue, FieldCatalogue>> = { ip: 'session', session: 'ip' }

/** @param misspelt false for what is right elsewhere: a name that only looks like it is none to suggest */
function nearestField(found: string, { names, find }: Registry, misspelt: boolean): string | null {
  const wanted = found.toLowerCase()
  const begun = names.find((name) => name.startsWith(`${wanted}.`))
  const near = begun ?? elsewhere.get(wanted) ?? (misspelt ? nearest(found, names) : null)
  return near === null ? null : (find(near)?.name ?? null)
}
