import type { FieldGroup } from './groups.ts'

/** What each group of fields shows of an address, as it stands within a sentence. */
export const groupTexts: Readonly<Partial<Record<FieldGroup, string>>> = {
  'feature-ip-source-attrs':
    'the domain of its reverse name and whether that name leads back, its carrier or datacenter, whether it is mobile, and its place on the map',
  'feature-ip-vuln-correlation': 'the CVEs it tries',
  'feature-ip-geo-destination':
    'the countries, cities and networks of the sensors it reached, and whether it was one country',
  'feature-ip-request-analysis':
    'what its HTTP requests hold: paths, methods, hosts, headers, user agents, cookies and the MD5 of bodies',
  'feature-ip-fingerprint-analysis': 'the fingerprints of its clients: JA3, JA4H, JA4T, JA4L, HASSH, JA4SSH',
  'feature-ip-protocol-insights':
    'the transports it uses, its TLS ciphers and JA4 fingerprints, and its SSH keys',
  'feature-ip-access-insights': 'when it was last malicious, suspicious or benign',
}
