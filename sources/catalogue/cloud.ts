import { z } from 'zod'
import { SourceRefused } from '../refused.ts'
import { eachRow, hasColumn, looksLikeJson, readJson } from '../formats/table.ts'
import { addList, folderOf } from '../formats/network-list.ts'
import type { NetworkSource } from '../source.ts'

const home = 'https://raw.githubusercontent.com/lord-alfred/ipranges/main'
const providers = [
  'amazon',
  'microsoft',
  'google',
  'digitalocean',
  'linode',
  'vultr',
  'oracle',
  'cloudflare',
  'github',
]

/** As Amazon (ip-ranges.json) and Google (cloud.json) publish their own. */
const published = z.object({
  prefixes: z.array(
    z.object({
      ip_prefix: z.string().optional(),
      ipv4Prefix: z.string().optional(),
      ipv6Prefix: z.string().optional(),
    }),
  ),
  ipv6_prefixes: z.array(z.object({ ipv6_prefix: z.string() })).optional(),
})

/** Ranges that cloud providers publish. Value: the provider's word ("amazon"). */
export const cloud: NetworkSource = {
  kind: 'networks',
  name: 'cloud',
  gives: 'ranges of cloud providers, with their names',
  matching: 'any',
  licence: 'CC0-1.0',
  credit: 'lord-alfred/ipranges',
  home: 'https://github.com/lord-alfred/ipranges',
  urls: providers.flatMap((name) =>
    // These two publish no IPv6, or no list of it.
    ['vultr'].includes(name)
      ? [`${home}/${name}/ipv4.txt`]
      : [`${home}/${name}/ipv4.txt`, `${home}/${name}/ipv6.txt`],
  ),
  refreshHours: 24,
  files: new RegExp(
    `(^|/)(cloud-providers\\.csv|ip-ranges\\.json|cloud\\.json|(${providers.join('|')})/ipv[46]\\.txt)$`,
    'i',
  ),
  minRows: 10,
  read(input, rows, bad) {
    if (looksLikeJson(input)) {
      const { prefixes, ipv6_prefixes: six = [] } = readJson(input, published)
      const provider = prefixes.some(({ ip_prefix: prefix }) => prefix !== undefined) ? 'amazon' : 'google'
      for (const { ip_prefix: amazon, ipv4Prefix, ipv6Prefix } of prefixes)
        if (!rows.addCidr(amazon ?? ipv4Prefix ?? ipv6Prefix ?? '', provider)) bad('prefix')
      for (const { ipv6_prefix: prefix } of six) if (!rows.addCidr(prefix, provider)) bad(prefix)
      return
    }
    if (hasColumn(input, 'cidr'))
      return eachRow(input, ['cidr', 'provider'], (row) => {
        if (!/^[\w .&()-]{1,64}$/.test(row('provider')) || !rows.addCidr(row('cidr'), row('provider')))
          bad(row('cidr'))
      })
    const provider = folderOf(input)
    if (!providers.includes(provider))
      throw new SourceRefused('has no column provider and lies in no folder named after a provider')
    return addList(input, rows, provider, bad)
  },
}

/** Display name of a provider's word; an unknown one is its own. */
export const cloudName = (provider: string): string => names.get(provider) ?? provider

/** A map: the word comes from a file, and of an object "constructor" is known as well. */
const names = new Map([
  ['amazon', 'Amazon AWS'],
  ['microsoft', 'Microsoft Azure'],
  ['google', 'Google Cloud'],
  ['digitalocean', 'DigitalOcean'],
  ['linode', 'Linode'],
  ['vultr', 'Vultr'],
  ['oracle', 'Oracle Cloud'],
  ['cloudflare', 'Cloudflare'],
  ['github', 'GitHub'],
])
