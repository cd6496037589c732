import { z } from '@hono/zod-openapi'
import {
  isWireLeaf,
  type ScannerRecord,
  type WireLeaf,
  type WireTree,
  wireTree,
} from '#model/ip-document/wire.ts'
import { intentions, tagCategories } from '#model/tag.ts'

/** The v3 IP record as it stands on the wire (server/api/present/ip-record.ts makes it), from the catalogue of the document's columns. */

const texts = z.array(z.string())

export const tagOnWire = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    category: z.enum(tagCategories),
    intention: z.enum(intentions),
    references: texts,
    cves: texts,
    recommend_block: z.boolean(),
    created: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .openapi('Tag')

const schemas: Readonly<Record<Exclude<WireLeaf['form'], 'pairs' | 'constant'>, z.ZodType>> = {
  address: z.string(),
  verdict: z.enum([...intentions, '']),
  text: z.string(),
  flag: z.boolean(),
  number: z.number(),
  coordinate: z.number(),
  day: z.string(),
  stamp: z.string(),
  joined: texts,
  list: texts,
  numbers: z.array(z.number()),
  tags: z.array(tagOnWire),
}

function schemaOf(leaf: WireLeaf): z.ZodType {
  switch (leaf.form) {
    case 'constant':
      return leaf.value === true ? z.boolean() : texts
    case 'pairs':
      return z.array(
        z.object(
          Object.fromEntries(
            leaf.members.map(({ name, form }) => [name, form === 'number' ? z.number() : z.string()]),
          ),
        ),
      )
    default:
      return leaf.note === undefined
        ? schemas[leaf.form]
        : schemas[leaf.form].openapi({ description: leaf.note })
  }
}

/** Objects that the description names, by their path. */
const named: Readonly<Record<string, string>> = { metadata: 'IpMetadata', raw_data: 'IpRawData' }

function objectOf(tree: WireTree, path = ''): z.ZodObject {
  const members = Object.entries(tree).map(([name, node]) => [
    name,
    isWireLeaf(node) ? schemaOf(node) : objectOf(node, path === '' ? name : `${path}.${name}`),
  ])
  const object = z.object(Object.fromEntries(members) as Record<string, z.ZodType>)
  const name = named[path]
  return name === undefined ? object : object.openapi(name)
}

const scannerParts = objectOf(wireTree)
type OnWire<Tag extends z.ZodType> = z.ZodType<ScannerRecord<z.infer<Tag>>>
const scanner = scannerParts as unknown as OnWire<typeof tagOnWire>

/** The same with tags in other words. */
export const scannerWith = <Tag extends z.ZodType>(tag: Tag): OnWire<Tag> =>
  scannerParts.extend({ tags: z.array(tag) }) as unknown as OnWire<Tag>

export const ipRecord = z
  .object({
    ip: z.string(),
    business_service_intelligence: z.object({
      found: z.boolean(),
      category: z.string(),
      name: z.string(),
      description: z.string(),
      explanation: z.string(),
      last_updated: z.string(),
      reference: z.string(),
      trust_level: z.string(),
    }),
    internet_scanner_intelligence: scanner,
  })
  .openapi('IpRecord')

/** The short form that `quick` asks for. */
export const quickRecord = z
  .object({
    ip: z.string(),
    noise: z.boolean().openapi({ description: 'Seen by our sensors.' }),
    riot: z.boolean().openapi({ description: 'Belongs to a business service.' }),
    business_service_intelligence: z.object({ found: z.boolean(), trust_level: z.string() }),
    internet_scanner_intelligence: z.object({
      found: z.boolean(),
      classification: z.enum([...intentions, '']),
    }),
  })
  .openapi('QuickRecord')

/** The schema with every member optional at every depth: what `fields` and `exclude` leave of it. */
export function partOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(partOf(schema.element as z.ZodType))
  if (!(schema instanceof z.ZodObject)) return schema
  const members = Object.entries(schema.shape as Record<string, z.ZodType>)
  return z.object(Object.fromEntries(members.map(([name, member]) => [name, partOf(member).optional()])))
}

/** A record as far as it was asked for. */
export const ipRecordPart = z
  .object({
    ip: z.string(),
    business_service_intelligence: partOf(ipRecord.shape.business_service_intelligence).optional(),
    internet_scanner_intelligence: partOf(ipRecord.shape.internet_scanner_intelligence).optional(),
  })
  .openapi('IpRecordPart')

export type IpRecordPart = z.infer<typeof ipRecordPart>
