import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { namedIcon } from '#model/icon-sets.ts'
import { linkGroups, lookUpKinds, type Site, usualSite } from '#model/site.ts'

const label = z.string().min(1).max(60)
const httpUrl = z.url({ protocol: /^https?$/ }).max(1000)
const path = z
  .string()
  .regex(/^\/(?![/\\])/, 'expected http(s)://… or a path')
  .max(1000)
const link = z.strictObject({
  label,
  url: z.union([httpUrl, path]),
  icon: z.string().max(100).regex(namedIcon, 'expected set:name, like lucide:mail').optional(),
})
// A name with {value} in it would send people to a host somebody else chooses.
const lookUp = z.strictObject({
  label,
  url: httpUrl.regex(/^https?:\/\/[^/{}]+\/.*\{value\}/, 'expected an address with {value} after the host'),
})

const file = z
  .strictObject({
    links: z.partialRecord(z.enum(linkGroups), z.array(link).max(20)),
    copyright: z.string().max(200),
    statusUrl: httpUrl,
    lookUps: z.partialRecord(z.enum(lookUpKinds), z.array(lookUp).max(20)),
  })
  .partial()

/**
 * What `SITE_FILE` says: YAML, e.g. `links: { company: [{ label: About, url: https://example.org }] }`. What it does not say
 * stays as usual.
 * @throws Error that says what in the file is not valid
 */
export function readSite(from: string | undefined): Site {
  if (from === undefined) return usualSite
  const parsed = file.safeParse(parse(readFileSync(from, 'utf8')) ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
  }
  const { links, lookUps, ...said } = parsed.data
  return {
    ...usualSite,
    ...said,
    links: { ...usualSite.links, ...links },
    lookUps: { ...usualSite.lookUps, ...lookUps },
  }
}
