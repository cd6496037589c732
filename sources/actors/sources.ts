import type { ListSource } from '../source.ts'

const about = { kind: 'actors', urls: [], refreshHours: 24 * 30, minRows: 1 } as const

/** Name of the list that comes with the product; nobody imports over it. */
export const builtinActors = 'vetted'

/** Who scans or crawls openly: organisations, and the ranges, reverse names and user agents they are known by. */
export const actorSources: readonly ListSource[] = [
  {
    ...about,
    name: builtinActors,
    gives: 'scanners and crawlers with names, ranges, reverse names and user agents, vetted by us',
    licence: 'CC0-1.0',
    credit: 'Noisefloor, from what the operators publish',
    home: '',
    refreshHours: 0,
    // It comes with the product.
    files: /^(?!)/,
  },
  {
    ...about,
    name: 'scanners',
    gives: 'scanning organisations with reverse names and user agents',
    licence: 'CC0-1.0',
    credit: 'gathered from stamparm/maltrail, ShadowWhisperer/IPs, MISP/misp-warninglists',
    home: 'https://github.com/stamparm/maltrail',
    files: /(^|\/)actors\.json$/i,
  },
  {
    ...about,
    name: 'scanner-ranges',
    gives: 'ranges of scanning organisations',
    licence: 'MIT; Unlicense; CC0-1.0',
    credit: 'stamparm/maltrail, ShadowWhisperer/IPs, MISP/misp-warninglists',
    home: 'https://github.com/stamparm/maltrail',
    files: /(^|\/)actor-ranges\.csv$/i,
  },
  {
    ...about,
    name: 'verified-bots',
    gives: 'crawlers with the reverse names and ranges that prove them',
    licence: 'MIT',
    credit: 'crowdsecurity/sec-lists',
    home: 'https://github.com/crowdsecurity/sec-lists',
    files: /(^|\/)verified-bots\.json$/i,
  },
  {
    ...about,
    name: 'crawlers',
    gives: 'ranges of search engines, monitors and AI crawlers',
    licence: 'CC0-1.0; MIT; facts published by the operators',
    credit: 'lord-alfred/ipranges, AnTheMaker/GoodBots, crowdsecurity/sec-lists',
    home: 'https://github.com/lord-alfred/ipranges',
    files: /(^|\/)crawlers\.csv$/i,
  },
]
