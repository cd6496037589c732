import type { BusinessService } from '#model/sources.ts'

/** What a category means, and why its traffic is what it is: shown beside the trust level. */
const categories: Readonly<Record<string, readonly [description: string, explanation: string]>> = {
  cdn: [
    'A content delivery network.',
    'Its addresses serve the pages and files of many unrelated customers; blocking one blocks them all.',
  ],
  crawler: ['A crawler that its operator documents.', 'It fetches public pages and names itself.'],
  developer_platform: [
    'A platform for software development.',
    'Its addresses serve code, packages and hooks that build systems fetch all day.',
  ],
  email: [
    'Mail servers of a large provider.',
    'They deliver and accept the mail of many organisations; a message may be bad, the server is not.',
  ],
  hosting: [
    'A hosting or cloud provider.',
    'Anyone may rent an address here, also an attacker: the label says whose network it is, not that it is harmless.',
  ],
  internet_services: [
    'Services of a large internet company.',
    'Its addresses serve search, applications and interfaces to everybody.',
  ],
  messaging: ['A messaging service.', 'Clients of the service keep connections to these addresses.'],
  monitoring: [
    'A monitoring service.',
    'It asks servers whether they answer, on behalf of their owners or of anybody who types in a name.',
  ],
  pki: [
    'Certificate revocation and status servers.',
    'Browsers and systems ask them whether certificates are still good.',
  ],
  privacy_relay: [
    'A relay that hides its users’ addresses.',
    'Ordinary people browse through it; its addresses are shared by many.',
  ],
  public_dns: [
    'A public name server.',
    'It answers names for anybody; answers that were not asked for may be reflections of somebody’s spoofed question.',
  ],
  saas: [
    'Software that businesses use over the internet.',
    'Offices and their devices talk to these addresses all day.',
  ],
  search_engine: ['A crawler of a search engine.', 'It fetches public pages for the engine’s index.'],
  security: ['A security company’s service.', 'It scans, filters or forwards traffic for its customers.'],
  sinkhole: [
    'A sinkhole.',
    'Defenders point names of malware here; who talks to it may be infected, it is no attacker itself.',
  ],
  software_updates: [
    'Servers of software updates.',
    'Systems fetch updates from these addresses by themselves.',
  ],
}

const lists = 'https://github.com/MISP/misp-warninglists/tree/main/lists'

/** A row's fields in words; null for what is no business service (ranges that are not public). `imported` in milliseconds. */
export function businessService(
  [name = '', category = '', trust = '', list = '']: readonly string[],
  imported: number,
): BusinessService | null {
  if (trust !== '1' && trust !== '2') return null
  // The word comes from a file, and of an object "constructor" is known as well.
  const [description, explanation] = (Object.hasOwn(categories, category)
    ? categories[category]
    : undefined) ?? ['A business service.', 'Many organisations use it.']
  return {
    name,
    category,
    description,
    explanation,
    trustLevel: trust === '1' ? 1 : 2,
    reference: list.includes(':')
      ? 'https://github.com/lord-alfred/ipranges'
      : `${lists}/${encodeURIComponent(list)}`,
    lastUpdated: new Date(imported).toISOString(),
  }
}

/** The one that is shown where only one can be: the most trusted, then the narrowest range's, as given. */
export const mostTrusted = (services: readonly BusinessService[]): BusinessService | null =>
  services.find(({ trustLevel }) => trustLevel === 1) ?? services[0] ?? null
