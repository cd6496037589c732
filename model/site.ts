/** What the operator of a server says on its pages beside the data: links in the footer, and where else one may look. */
export interface SiteLink {
  label: string
  /** http(s), or a path of this server. */
  url: string
  /** `set:name` of an icon before it. */
  icon?: string | undefined
}

export const linkGroups = ['resources', 'company', 'policies', 'social'] as const
export type LinkGroup = (typeof linkGroups)[number]

export const lookUpKinds = ['ip', 'cve', 'asn', 'domain', 'hash'] as const
export type LookUpKind = (typeof lookUpKinds)[number]

export interface Site {
  links: Readonly<Record<LinkGroup, readonly SiteLink[]>>
  /** "" for none. */
  copyright: string
  /** Page that tells how this service fares; "" for none. */
  statusUrl: string
  /** Public look-ups by what is looked up; `{value}` in the address is replaced. Nothing is asked there until somebody follows one. */
  lookUps: Readonly<Record<LookUpKind, readonly SiteLink[]>>
}

export const usualSite: Site = {
  links: {
    resources: [
      { label: 'GNQL reference', url: '/cheat-sheet' },
      { label: 'Reference data', url: '/sources' },
      { label: 'API description', url: '/api/openapi.json' },
    ],
    company: [],
    policies: [{ label: 'Accessibility', url: '/vpat' }],
    social: [],
  },
  copyright: '',
  statusUrl: '',
  lookUps: {
    ip: [
      { label: 'VirusTotal', url: 'https://www.virustotal.com/gui/ip-address/{value}' },
      { label: 'Shodan', url: 'https://www.shodan.io/host/{value}' },
      { label: 'Censys', url: 'https://search.censys.io/hosts/{value}' },
      { label: 'AbuseIPDB', url: 'https://www.abuseipdb.com/check/{value}' },
      { label: 'RIPEstat', url: 'https://stat.ripe.net/{value}' },
    ],
    cve: [
      { label: 'NVD', url: 'https://nvd.nist.gov/vuln/detail/{value}' },
      { label: 'CVE.org', url: 'https://www.cve.org/CVERecord?id={value}' },
    ],
    asn: [{ label: 'RIPEstat', url: 'https://stat.ripe.net/{value}' }],
    domain: [{ label: 'VirusTotal', url: 'https://www.virustotal.com/gui/domain/{value}' }],
    hash: [{ label: 'VirusTotal', url: 'https://www.virustotal.com/gui/search/{value}' }],
  },
}

/** The link's address for one value: the value is data, and stays within its place. */
export const lookUpUrl = ({ url }: SiteLink, value: string): string =>
  url.replaceAll('{value}', () => encodeURIComponent(value))
