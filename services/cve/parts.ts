import type { CveData } from '#model/cve.ts'
import type {
  CveActivity,
  CveDetails,
  CveExploitation,
  CveStats,
  CveTag,
  CveTimeline,
} from '#model/cve-report.ts'
import type { Tag } from '#model/tag.ts'
import type { SeenActivity } from '#store/analytics/cves/activity.ts'
import { phaseOf } from '#methods/cve-phase/phase.ts'

/** The parts of a report out of merged facts, tags and what was seen. Pure. */

export const detailsOf = (facts: CveData, tags: readonly Tag[]): CveDetails => ({
  name: facts.name ?? '',
  // A CVE that only a tag of ours names is still somebody's.
  // A tag tells of addresses, which is not to be read as what the vulnerability is.
  description:
    facts.description ??
    (tags[0] ? `No CVE record is imported. What the rule for it detects: ${tags[0].description}` : ''),
  rejected: facts.rejected ?? false,
  vendor: facts.vendor ?? '',
  product: facts.product ?? '',
  cvss: facts.cvss ?? [],
  // It takes over every record that is published; a feed of its own only says so earlier.
  inNvd: facts.inNvd ?? (facts.published !== undefined && !facts.rejected),
  weaknesses: facts.weaknesses ?? [],
  affected: facts.affected ?? [],
  references: facts.references ?? [],
})

export const timelineOf = (facts: CveData, tags: readonly Tag[]): CveTimeline => ({
  published: facts.published ?? '',
  modified: facts.modified ?? '',
  tagAdded: tags.map(({ createdAt }) => createdAt).sort()[0] ?? '',
  kevAdded: facts.kev?.added ?? '',
})

/** CVSS: AV:N and so on; a vector of version 2 knows no P. */
const attackVectors: Record<string, string> = { N: 'NETWORK', A: 'ADJACENT', L: 'LOCAL', P: 'PHYSICAL' }

export function exploitationOf(facts: CveData, epssHistory: CveExploitation['epssHistory']): CveExploitation {
  const letter = facts.cvss?.map(({ vector }) => /(?:^|\/)AV:([NALP])/.exec(vector)?.[1]).find(Boolean)
  return {
    attackVector: attackVectors[letter ?? ''] ?? '',
    epss: facts.epss ?? null,
    epssHistory,
    kev: facts.kev ?? null,
    ssvc: facts.ssvc ?? null,
    exploitFound: exploitsIn(facts) > 0,
  }
}

/** What attacks; rules that only recognise an attack are no exploits. */
const attacks = new Set(['metasploit', 'nuclei', 'proof-of-concept'])

/** Modules and templates by name, proofs by the higher of how many are named and how many are counted. */
export function exploitsIn({ exploits = [], proofs = 0 }: CveData): number {
  const named = exploits.filter(({ kind }) => attacks.has(kind) && kind !== 'proof-of-concept').length
  return named + Math.max(proofs, exploits.filter(({ kind }) => kind === 'proof-of-concept').length)
}

export function statsOf(facts: CveData): CveStats {
  const named = (kind: 'threat-actor' | 'botnet' | 'ransomware'): string[] =>
    (facts.actors ?? [])
      .filter((actor) => actor.kind === kind)
      .map(({ name }) => name)
      .sort()
  return {
    exploits: facts.exploits ?? [],
    availableExploits: exploitsIn(facts),
    threatActors: named('threat-actor'),
    botnets: named('botnet'),
    ransomware: named('ransomware'),
    techniques: facts.techniques ?? [],
  }
}

export const tagOf = ({ slug, name, intention, createdAt }: Tag): CveTag => ({
  slug,
  name,
  intention,
  createdAt,
})

/** `watchedDays`: UTC days of the window since the first session of all, today included. */
export function activityOf(
  cve: string,
  seen: SeenActivity & { watchedDays: number },
  tags: readonly Tag[],
): CveActivity {
  const { cves, watchedDays, ...rest } = seen
  const daily = seen.days.map(({ counts }) => counts.malicious + counts.suspicious + counts.unknown)
  return {
    ...rest,
    seen: seen.addresses > 0,
    phase: phaseOf({ daily, watchedDays }),
    tags: tags.map(tagOf),
    alsoTried: cves.filter(({ value }) => value !== cve).slice(0, 10),
  }
}
