import { z } from '@hono/zod-openapi'

const whole = z.number().int().min(0)

/**
 * The record of a CVE as clients of the public API read it; a plan below it lacks the later parts, and what no imported
 * source can tell is absent.
 */
export const cveRecord = z
  .strictObject({
    id: z.string(),
    details: z.strictObject({
      vulnerability_name: z.string(),
      vulnerability_description: z.string(),
      cve_cvss_score: z
        .number()
        .min(0)
        .max(10)
        .optional()
        .openapi({ description: 'Absent when no score is known.' }),
      product: z.string(),
      vendor: z.string(),
      published_to_nist_nvd: z.boolean().optional(),
    }),
    timeline: z
      .strictObject({
        cve_published_date: z.string(),
        cve_last_updated_date: z.string(),
        first_known_published_date: z.string(),
        cisa_kev_date_added: z.string(),
      })
      .optional(),
    exploitation_details: z
      .strictObject({
        attack_vector: z.string(),
        exploit_found: z.boolean().optional(),
        exploitation_registered_in_kev: z.boolean().optional(),
        epss_score: z.number().min(0).max(1).optional(),
      })
      .optional(),
    exploitation_stats: z
      .strictObject({
        number_of_available_exploits: whole.optional(),
        number_of_threat_actors_exploiting_vulnerability: whole.optional(),
        number_of_botnets_exploiting_vulnerability: whole.optional(),
      })
      .optional(),
    exploitation_activity: z
      .strictObject({
        activity_seen: z.boolean(),
        benign_ip_count_1d: whole,
        benign_ip_count_10d: whole,
        benign_ip_count_30d: whole,
        threat_ip_count_1d: whole,
        threat_ip_count_10d: whole,
        threat_ip_count_30d: whole,
      })
      .optional(),
  })
  .openapi('CveRecord')

export type CveRecord = z.infer<typeof cveRecord>
