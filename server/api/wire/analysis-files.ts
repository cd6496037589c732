import { z } from '@hono/zod-openapi'
import { ignoredText } from './analysis.ts'
import { exportContent } from './export.ts'

/** Lists as files: a row on one level, in which "" stands for what is not known. */

const whole = z.number().int()
const empty = z.literal('')
const place = { times_in_list: whole, first_line: whole }

const ip = z
  .object({
    ip: z.string(),
    observed: z.boolean(),
    classification: z.string(),
    business_service: z.string(),
    reserved: z.string(),
    ...place,
    first_seen: z.string(),
    last_seen: z.string(),
    actor: z.string(),
    organization: z.string(),
    asn: z.string(),
    country: z.string(),
    tags: z.array(z.string()),
    cves: z.array(z.string()),
  })
  .openapi('IpOfFile')

const cve = z
  .object({
    cve: z.string(),
    known: z.boolean(),
    title: z.string(),
    kev: z.union([z.boolean(), empty]),
    epss: z.union([z.number(), empty]),
    cvss: z.union([z.number(), empty]),
    addresses: z.union([whole, empty]),
    seen_30_days: z.union([whole, empty]),
    tags: z.array(z.string()),
    ...place,
  })
  .openapi('CveOfFile')

/** A page, or with `export_type` a file, of which JSON is a list of rows. */
const orFile = <S extends z.ZodType>(answer: S, row: z.ZodType) => ({
  'application/json': { schema: z.union([answer, z.array(row), z.array(ignoredText)]) },
  ...exportContent,
})

export const orIpFile = <S extends z.ZodType>(answer: S) => orFile(answer, ip)
export const orCveFile = <S extends z.ZodType>(answer: S) => orFile(answer, cve)
