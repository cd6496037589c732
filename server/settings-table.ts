import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { usualLimits } from '#pipeline/ingest/dissection/open.ts'
import { isZone } from '#model/clock.ts'
import { limitNames, limitTable, quotaText, readQuota, variableOf } from './limits/table.ts'
import { type Documented, flag, httpUrl, number, wholeNumber } from './setting.ts'
import { accountSettings } from './settings-accounts.ts'
import { thirdPartySettings } from './settings-third-parties.ts'

/** Every setting of the server by the name of its variable: what it may be, what it is without it, and what it is about. */

/** An address with or without a port, as node:dns takes it. */
const isServer = (text: string): boolean => {
  const [, six, four] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(text) ?? []
  return isIP(six ?? four ?? text) !== 0
}

/** Links of pages and mails are paths of the whole host. */
function isOrigin(text: string): boolean {
  if (!httpUrl.safeParse(text).success) return false
  const { origin, href } = new URL(text)
  return href === `${origin}/`
}

/** A folder of this machine; one that names a host would be read as a path here. */
function isFolderUrl(text: string): boolean {
  try {
    return text.startsWith('file:///') && fileURLToPath(text) !== '/'
  } catch {
    return false
  }
}

/**
 * A quarter of the machine's memory for the index: an address takes some 600 bytes, and three times that while a new base
 * is made (docs/decisions/0012).
 */
const roomForDocuments = Math.min(16_000_000, Math.floor(totalmem() / 4 / 2000))

/** A setting a limit; server/limits/table.ts says what each counts. */
export const limitSettings: Record<string, Documented> = Object.fromEntries(
  limitNames.map((name) => [
    variableOf(name),
    {
      schema: z
        .string()
        .default(quotaText(limitTable[name]))
        .transform((text, context) => {
          const quota = readQuota(text)
          if (!quota) context.addIssue('expected three numbers or off, like 32/64/256')
          return quota ?? z.NEVER
        }),
      fallback: quotaText(limitTable[name]),
      about: `${limitTable[name].about} For an address without a key / for a key / in total; off: no limit.`,
    },
  ]),
)

export const documented = {
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    fallback: '127.0.0.1',
    about: 'Address to listen on. Anything wider than loopback is your decision and prints a warning.',
  },
  PORT: {
    schema: wholeNumber(0, 65_535).default(3000),
    fallback: '3000',
    about: 'Port to listen on; 0 takes a free one.',
  },
  TLS_CERT: {
    schema: z.string().min(1).optional(),
    fallback: 'none: plain http',
    about:
      'File with the certificate (PEM, with those between it and its authority): the server speaks https itself. Needs TLS_KEY; a renewed one is taken within a minute.',
  },
  TLS_KEY: {
    schema: z.string().min(1).optional(),
    fallback: 'none',
    about: 'File with the key of that certificate (PEM).',
  },
  NOISEFLOOR_DATA: {
    schema: z.string().min(1).default('data'),
    fallback: './data',
    about: 'Folder of the embedded stores, captures, spool and the local key.',
  },
  NOISEFLOOR_DEMO: {
    schema: flag(true),
    fallback: 'on',
    about: 'off: do not load the simulated demo traffic on the first start.',
  },
  NOISEFLOOR_URL: {
    schema: z
      .string()
      // What is behind them begins with a slash of its own.
      .transform((text) => text.split(',').map((url) => url.trim().replace(/\/$/, '')))
      .refine(
        (urls) => urls.length <= 32 && urls.every(isOrigin),
        'expected up to 32 addresses like https://noise.example.org, without a path, separated by commas',
      )
      .optional(),
    fallback: 'http://HOST:PORT, https with TLS_CERT',
    about:
      'Public addresses of this server, as people type them, separated by commas, e.g. https://noise.example.org,https://api.noise.example.org. Their host names are allowed besides HOST, every other gets 421; links in answers name the first.',
  },
  DATABASE_URL: {
    secret: true,
    schema: z
      .string()
      // Not a URL as browsers know it: a socket's has no host.
      .regex(/^postgres(ql)?:\/\/\S+$/, 'expected postgresql://…')
      .optional(),
    fallback: 'embedded SQLite',
    about: 'PostgreSQL for the application state, e.g. postgresql://user:password@host/database.',
  },
  SECRET_KEY: {
    secret: true,
    schema: z.string().min(32, 'expected at least 32 characters').max(500).optional(),
    fallback: 'the file secret-key (0600) of NOISEFLOOR_DATA, made at the first start',
    about:
      'Signs and encrypts what this server hands out or keeps sealed: seeds of second factors, tokens of providers. Servers on one DATABASE_URL share it.',
  },
  CLICKHOUSE_URL: {
    secret: true,
    schema: httpUrl.optional(),
    fallback: 'embedded engine',
    about:
      'ClickHouse server for sessions and records, e.g. http://user:password@host:8123/database. Several servers of ours may share it when they share DATABASE_URL, too.',
  },
  FILES_URL: {
    schema: z
      .string()
      .refine(
        isFolderUrl,
        'expected file:///folder: what is no folder, like an object store, is mounted as one',
      )
      .transform((text) => fileURLToPath(text))
      .optional(),
    fallback: 'NOISEFLOOR_DATA',
    about:
      'Folder for captures, lists and results, e.g. file:///srv/noisefloor. Servers on one DATABASE_URL share it, and each can tell the packets that another took in.',
  },
  REVERSE_DNS: {
    schema: flag(true),
    fallback: 'on',
    about: 'off: never ask the DNS for the names of addresses that were seen; not one packet leaves for it.',
  },
  REVERSE_DNS_SERVERS: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((server) => server.trim()))
      .refine(
        (servers) => servers.length <= 8 && servers.every(isServer),
        'expected addresses like 192.0.2.53 or [2001:db8::53]:53, separated by commas',
      )
      .optional(),
    fallback: "the system's",
    about: 'Name servers to ask for reverse names, e.g. 192.0.2.53,[2001:db8::53]:53.',
  },
  REVERSE_DNS_RATE: {
    schema: number(0.1, 1000).default(20),
    fallback: '20',
    about: 'Addresses a second whose reverse name is asked for, at most.',
  },
  SOURCES_UPDATE: {
    schema: flag(true),
    fallback: 'on',
    about: 'off: reference data is only taken by command; nothing is fetched by itself.',
  },
  SOURCES_MIRROR: {
    schema: httpUrl.optional(),
    fallback: 'the publishers',
    about: 'Fetch reference data from here instead, laid out as host/path, e.g. by wget -x.',
  },
  PLANS_FILE: {
    schema: z.string().min(1).optional(),
    fallback:
      'plans.yaml of NOISEFLOOR_DATA; without it visitors read everything, keys and users do everything',
    about:
      'YAML or JSON with the plans of visitors, keys and offerings: entitlements, historicDays, offering, cveInsight (docs/plans.md).',
  },
  ...accountSettings,
  ...thirdPartySettings,
  ROLE: {
    schema: z.enum(['all', 'web', 'worker']).default('all'),
    fallback: 'all',
    about:
      'Of several servers on the same stores: web answers people and programs, worker runs the background jobs.',
  },
  RETENTION_DAYS: {
    schema: wholeNumber(1, 3650).default(90),
    fallback: '90',
    about: 'Sessions older than this are refused at ingest and leave the store.',
  },
  ANALYSIS_DAYS: {
    schema: wholeNumber(1, 3650).default(30),
    fallback: '30',
    about: 'Days after which an analysis of a list goes, with what was sent.',
  },
  PACKET_DAYS: {
    schema: wholeNumber(1, 3650).default(90),
    fallback: '90',
    about: 'Days after which the packets of captures go, of sensors and uploads alike; their sessions stay.',
  },
  PACKET_LIMIT_GB: {
    schema: wholeNumber(0, 1_000_000).default(0),
    fallback: '0',
    about: 'Gigabytes of captures that each workspace may keep; the oldest go first. 0: no bound.',
  },
  CAPTURE_LIMIT_MB: {
    schema: wholeNumber(1, 1_000_000).default(4096),
    fallback: '4096',
    about: 'Largest capture one upload may hold, in megabytes.',
  },
  UPLOADS_AT_ONCE: {
    schema: wholeNumber(1, 64).default(usualLimits.atOnce),
    fallback: String(usualLimits.atOnce),
    about: 'Captures dissected at once, each in a thread of its own.',
  },
  UPLOADS_PER_WORKSPACE: {
    schema: wholeNumber(1, 64).default(usualLimits.perWorkspace),
    fallback: String(usualLimits.perWorkspace),
    about: 'Captures of one workspace dissected at once.',
  },
  UPLOADS_WAITING: {
    schema: wholeNumber(1, 10_000).default(usualLimits.waiting),
    fallback: String(usualLimits.waiting),
    about: 'Captures that may wait to be dissected, half of them of one workspace; more are answered 503.',
  },
  DISSECTION_MEMORY_MB: {
    schema: wholeNumber(64, 65_536).default(usualLimits.memoryMb),
    fallback: String(usualLimits.memoryMb),
    about: 'Memory that dissecting one capture may take, in megabytes.',
  },
  CHECKS_SHARE: {
    schema: number(0.1, 100).default(5),
    fallback: '5',
    about:
      'Percent of the time in which what is stored is compared with what was accepted, and files with their checksums.',
  },
  RESIDENT_DOCUMENTS: {
    schema: wholeNumber(0, 16_000_000).default(roomForDocuments),
    fallback: 'a quarter of the memory, 2 KB each',
    about:
      'Searches are answered from memory up to so many addresses, beyond by the engine. 0: always by the engine.',
  },
  STOP_SECONDS: {
    schema: number(10, 3600).default(10),
    fallback: '10',
    about:
      'Seconds that whoever stops this server gives it before it is killed (Docker 10, Kubernetes 30, systemd 90): half a second earlier it ends by itself, done or not.',
  },
  TRUST_PROXY: {
    schema: flag(false),
    fallback: 'off',
    about: 'on: believe X-Forwarded-For and X-Forwarded-Proto of the proxy in front.',
  },
  INDEXABLE: {
    schema: flag(false),
    fallback: 'off',
    about: 'on: let search engines index the public pages.',
  },
  TRAILING_SLASH: {
    schema: flag(false),
    fallback: 'off',
    about: 'on: addresses of pages end with a slash; the other spelling leads there.',
  },
  SITE_FILE: {
    schema: z.string().min(1).optional(),
    fallback: 'site.yaml of NOISEFLOOR_DATA, if there is one',
    about:
      'File with the links of the footer, the copyright, and where else an address or CVE may be looked up (docs/site.md).',
  },
  TIME_ZONE: {
    schema: z.string().refine(isZone, 'expected UTC or a zone like Europe/Berlin').default('UTC'),
    fallback: 'UTC',
    about:
      'Time zone of moments on pages until a reader chooses another. Days are days of UTC whatever the zone.',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    fallback: 'info',
    about: 'Least severe log line that is written (JSON lines on standard error).',
  },
} as const satisfies Record<string, Documented>
