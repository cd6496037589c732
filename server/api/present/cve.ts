import type { CveEntry } from '#services/cve/look-up-many.ts'
import type { CveRecord } from '#model/wire/cve.ts'

/** Clients want instants everywhere; a day becomes its first moment. */
const instant = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)

const earliest = (...instants: string[]): string => instants.filter((text) => text !== '').sort()[0] ?? ''

/** The record of the public API: the parts a plan does not reach are absent, texts that nobody knows are empty. */
export function presentCve({ cve, details, timeline, exploitation, stats, counts }: CveEntry): CveRecord {
  return {
    id: cve,
    details: {
      vulnerability_name: details.name,
      vulnerability_description: details.description,
      cve_cvss_score: details.cvss[0]?.score ?? 0,
      product: details.product,
      vendor: details.vendor,
      published_to_nist_nvd: details.inNvd,
    },
    ...(timeline && {
      timeline: {
        cve_published_date: timeline.published,
        cve_last_updated_date: timeline.modified,
        first_known_published_date: earliest(timeline.published, instant(timeline.kevAdded)),
        cisa_kev_date_added: instant(timeline.kevAdded),
      },
    }),
    ...(exploitation && {
      exploitation_details: {
        attack_vector: exploitation.attackVector,
        exploit_found: exploitation.exploitFound,
        exploitation_registered_in_kev: exploitation.kev !== null,
        epss_score: exploitation.epss?.score ?? 0,
      },
    }),
    ...(stats && {
      exploitation_stats: {
        number_of_available_exploits: stats.availableExploits,
        number_of_threat_actors_exploiting_vulnerability: stats.threatActors.length,
        number_of_botnets_exploiting_vulnerability: stats.botnets.length,
      },
    }),
    ...(counts && {
      exploitation_activity: {
        activity_seen: counts.seen,
        benign_ip_count_1d: counts.benign.d1,
        benign_ip_count_10d: counts.benign.d10,
        benign_ip_count_30d: counts.benign.d30,
        threat_ip_count_1d: counts.threat.d1,
        threat_ip_count_10d: counts.threat.d10,
        threat_ip_count_30d: counts.threat.d30,
      },
    }),
  }
}
