import type { CveEntry } from '#services/cve/look-up-many.ts'
import type { CveRecord } from '../wire/cve.ts'

/** Clients want instants everywhere; a day becomes its first moment. */
const instant = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)

const earliest = (...instants: string[]): string => instants.filter((text) => text !== '').sort()[0] ?? ''

/**
 * The record of the public API. Absent are the parts a plan does not reach, and whatever no imported source can tell: "not
 * in KEV" or "no exploit" must not stand where nobody looked. Texts that nobody knows are empty.
 */
export function presentCve({
  cve,
  details,
  timeline,
  exploitation,
  stats,
  counts,
  told,
}: CveEntry): CveRecord {
  return {
    id: cve,
    details: {
      vulnerability_name: details.name,
      vulnerability_description: details.description,
      ...(details.cvss[0] && { cve_cvss_score: details.cvss[0].score }),
      product: details.product,
      vendor: details.vendor,
      ...(told.record && { published_to_nist_nvd: details.inNvd }),
    },
    ...(timeline &&
      (told.record || timeline.kevAdded !== '') && {
        timeline: {
          cve_published_date: timeline.published,
          cve_last_updated_date: timeline.modified,
          first_known_published_date: earliest(timeline.published, instant(timeline.kevAdded)),
          cisa_kev_date_added: instant(timeline.kevAdded),
        },
      }),
    ...(exploitation &&
      (told.record || told.kev || told.exploits || exploitation.epss) && {
        exploitation_details: {
          attack_vector: exploitation.attackVector,
          ...(told.exploits && { exploit_found: exploitation.exploitFound }),
          ...(told.kev && { exploitation_registered_in_kev: exploitation.kev !== null }),
          ...(exploitation.epss && { epss_score: exploitation.epss.score }),
        },
      }),
    ...(stats &&
      (told.exploits || told.actors) && {
        exploitation_stats: {
          ...(told.exploits && { number_of_available_exploits: stats.availableExploits }),
          ...(told.actors && {
            number_of_threat_actors_exploiting_vulnerability: stats.threatActors.length,
            number_of_botnets_exploiting_vulnerability: stats.botnets.length,
          }),
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
