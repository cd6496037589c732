import type { AddressSummaries } from '#services/ip/summaries.ts'

/** Nanosecond ISO text, as clients of the public API parse it. */
const nanoseconds = (at: number): string => new Date(at).toISOString().replace('Z', '000000Z')

/** The hourly and daily summaries of the public API; `metadata` is always there, clients crash without it. */
export const presentSummaries = ({ ip, start, end, summaries, next }: AddressSummaries, limit: number) => ({
  metadata: { ip, start_time: nanoseconds(start), end_time: nanoseconds(end), limit, next_cursor: next },
  activity: summaries.map(({ facts, ...seen }) => ({
    timestamp: nanoseconds(seen.start),
    classification: seen.classification,
    asn: facts.asn,
    category: facts.category,
    organization: facts.organization,
    city: facts.city,
    region: facts.region,
    country: facts.country,
    country_code: facts.countryCode,
    rdns: facts.rdns,
    spoofable: seen.spoofable,
    tor: facts.tor,
    vpn: facts.vpn,
    vpn_service: facts.vpnService,
    protocols: seen.protocols.map(({ port, transport, application }) => ({
      port,
      transport_protocol: transport.toUpperCase(),
      ...(application !== '' && { app_protocol: application.toUpperCase() }),
    })),
    destinations: seen.destinations.map(({ country, countryCode }) => ({
      country,
      country_code: countryCode,
    })),
    tags: seen.tags.map(({ name, category, intention, description }) => ({
      name,
      category,
      intention,
      description,
    })),
    http_paths: seen.paths,
    http_user_agents: seen.userAgents,
    ja3_fingerprints: seen.ja3,
    hassh_fingerprints: seen.hassh,
  })),
})
