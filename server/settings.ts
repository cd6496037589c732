import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { type Plans, usualPlans } from '#model/entitlements.ts'
import { type Site, usualSite } from '#model/site.ts'
import type { ThirdParties } from '#model/third-parties.ts'
import type { DissectionLimits } from '#pipeline/ingest/dissection/open.ts'
import type { DocsSite } from '#services/account/docs-token.ts'
import { type BreachedPasswords, openBreached } from '#services/sign-in/breached.ts'
import type { SignupRule } from '#services/sign-in/accounts-ctx.ts'
import type { OidcSettings } from './auth/oidc.ts'
import type { CaptchaSettings } from './captcha/parts.ts'
import { limitNames, type Quota, type Quotas } from './limits/table.ts'
import { readPlans } from './plans.ts'
import { readTls, type TlsFiles } from './run/tls.ts'
import type { Documented } from './setting.ts'
import { documented, limitSettings } from './settings-table.ts'
import { thirdPartiesIn } from './settings-third-parties.ts'
import { readSite } from './site.ts'

/** The settings: read once from the environment by run/program.ts, validated, documented by `npm start -- --help`. All are optional. */

type Name = keyof typeof documented

/** One without the other would do nothing. */
const pairs: readonly (readonly [Name, Name])[] = [
  ['TLS_CERT', 'TLS_KEY'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['DOCS_URL', 'DOCS_SECRET'],
]

/** The first would do nothing without the second, which does without the first. */
const needed: readonly (readonly [Name, Name])[] = [
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
  ['OIDC_NAME', 'OIDC_ISSUER'],
  ['OIDC_SCOPE', 'OIDC_ISSUER'],
  ['CAPTCHA_KEY', 'CAPTCHA'],
  ['CAPTCHA_SECRET', 'CAPTCHA'],
  ['CAPTCHA_URL', 'CAPTCHA'],
]

export interface Settings {
  host: string
  port: number
  /** null: plain http. */
  tls: TlsFiles | null
  dataFolder: string
  demo: boolean
  /** The first is what links in answers name. */
  publicUrls: readonly string[]
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  /** undefined: the file of the data folder. */
  secretKey: string | undefined
  /** Where captures, lists and results are kept; undefined: in the data folder, for this server alone. */
  filesFolder: string | undefined
  /** null: never ask. `servers` empty: the system's; `rate` addresses a second. */
  reverseDns: { servers: readonly string[]; rate: number } | null
  /** null: nothing is fetched by itself. */
  sourcesUpdate: { mirror: string | undefined } | null
  plans: Plans
  signup: SignupRule
  /** null: accounts of this server alone. */
  oidc: OidcSettings | null
  /** Whether people sign in with a password kept here. */
  localAccounts: boolean
  /** The path of the page that asks to sign in. */
  loginPage: string
  /** Whether everybody is told that there is no such page. */
  isNotFoundOpen: boolean
  /** null: no bot check. */
  captcha: CaptchaSettings | null
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string | undefined
  /** undefined: a message to support. */
  trialUrl: string | undefined
  /** null: our own, which needs no token. */
  docs: DocsSite | null
  /** Scripts of others on pages. */
  thirdParties: ThirdParties
  /** Passwords that nobody may choose, besides those of the package. */
  breached: BreachedPasswords | null
  sessionRefreshSeconds: number
  role: 'all' | 'web' | 'worker'
  retentionDays: number
  analysisDays: number
  packets: { days: number; bytes: number | null }
  captureLimitBytes: number
  /** How many captures are dissected at once, and how. */
  dissection: Omit<DissectionLimits, 'idleMs'>
  /** Of the time, between 0 and 1. */
  checksShare: number
  /** Within so many milliseconds of a signal this process has ended. */
  stopMs: number
  memoryIndexDocuments: number
  limits: Quotas
  trustProxy: boolean
  indexable: boolean
  timeZone: string
  trailingSlash: boolean
  site: Site
  logLevel: string
}

export type ReadSettings = { ok: true; settings: Settings } | { ok: false; problems: string[] }

/** An empty variable counts as not set. `cwd` resolves relative folders. */
export function readSettings(environment: Record<string, string | undefined>, cwd: string): ReadSettings {
  const problems: string[] = []
  const parse = (name: string, { schema, secret }: Documented): unknown => {
    const raw = environment[name]
    const parsed = schema.safeParse(raw === '' ? undefined : raw)
    if (!parsed.success) {
      const found = secret ? 'found something else' : `found "${raw}"`
      problems.push(`${name}: ${parsed.error.issues[0]?.message ?? 'not valid'}, ${found}`)
    }
    return parsed.data
  }
  const read = <N extends Name>(name: N): z.infer<(typeof documented)[N]['schema']> =>
    parse(name, documented[name]) as z.infer<(typeof documented)[N]['schema']>
  const limits = Object.entries(limitSettings).map(([name, definition]) => parse(name, definition) as Quota)
  const settings: Settings = {
    host: read('HOST'),
    port: read('PORT'),
    tls: null,
    dataFolder: resolve(cwd, read('NOISEFLOOR_DATA') ?? 'data'),
    demo: read('NOISEFLOOR_DEMO'),
    publicUrls: read('NOISEFLOOR_URL') ?? [],
    databaseUrl: read('DATABASE_URL'),
    clickhouseUrl: read('CLICKHOUSE_URL'),
    secretKey: read('SECRET_KEY'),
    filesFolder: read('FILES_URL'),
    reverseDns: read('REVERSE_DNS')
      ? { servers: read('REVERSE_DNS_SERVERS') ?? [], rate: read('REVERSE_DNS_RATE') }
      : null,
    sourcesUpdate: read('SOURCES_UPDATE') ? { mirror: read('SOURCES_MIRROR') } : null,
    plans: usualPlans,
    signup: read('SIGNUP'),
    oidc: oidcIn(read('OIDC_ISSUER'), read('OIDC_CLIENT_ID'), {
      clientSecret: read('OIDC_CLIENT_SECRET'),
      name: read('OIDC_NAME'),
      scope: read('OIDC_SCOPE'),
    }),
    localAccounts: read('LOCAL_ACCOUNTS'),
    loginPage: read('LOGIN_PAGE'),
    isNotFoundOpen: read('NOT_FOUND_OPEN'),
    captcha: null,
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    supportEmail: read('SUPPORT_EMAIL'),
    trialUrl: read('TRIAL_URL'),
    docs: docsIn(read('DOCS_URL'), read('DOCS_SECRET')),
    breached: null,
    thirdParties: thirdPartiesIn({
      environment: read('NOISEFLOOR_ENV'),
      tagManager: read('GTM_ID'),
      analytics: read('ANALYTICS_URL'),
      origins: read('ANALYTICS_ORIGINS'),
      iconHosts: read('ICON_API'),
      errors: read('SENTRY_DSN'),
    }),
    sessionRefreshSeconds: read('SESSION_REFRESH'),
    role: read('ROLE'),
    retentionDays: read('RETENTION_DAYS'),
    analysisDays: read('ANALYSIS_DAYS'),
    packets: { days: read('PACKET_DAYS'), bytes: read('PACKET_LIMIT_GB') * 1e9 || null },
    captureLimitBytes: read('CAPTURE_LIMIT_MB') * 1_000_000,
    dissection: {
      atOnce: read('UPLOADS_AT_ONCE'),
      perWorkspace: read('UPLOADS_PER_WORKSPACE'),
      waiting: read('UPLOADS_WAITING'),
      memoryMb: read('DISSECTION_MEMORY_MB'),
    },
    checksShare: read('CHECKS_SHARE') / 100,
    stopMs: read('STOP_SECONDS') * 1000,
    memoryIndexDocuments: read('RESIDENT_DOCUMENTS'),
    limits: Object.fromEntries(limitNames.map((name, at) => [name, limits[at]])) as Quotas,
    trustProxy: read('TRUST_PROXY'),
    indexable: read('INDEXABLE'),
    timeZone: read('TIME_ZONE'),
    trailingSlash: read('TRAILING_SLASH'),
    site: usualSite,
    logLevel: read('LOG_LEVEL'),
  }
  const siteFile = read('SITE_FILE') ?? fileIn(settings.dataFolder, 'site.yaml')
  settings.site = orProblem(problems, 'SITE_FILE', () => readSite(siteFile)) ?? usualSite
  const plansFile = read('PLANS_FILE') ?? fileIn(settings.dataFolder, 'plans.yaml')
  settings.plans = orProblem(problems, 'PLANS_FILE', () => readPlans(plansFile)) ?? usualPlans
  const breached = read('BREACHED_PASSWORDS')
  if (breached !== undefined)
    settings.breached =
      orProblem(problems, 'BREACHED_PASSWORDS', () => openBreached(resolve(cwd, breached))) ?? null
  const [cert, key] = [read('TLS_CERT'), read('TLS_KEY')]
  if (cert !== undefined && key !== undefined) {
    settings.tls = { cert: resolve(cwd, cert), key: resolve(cwd, key) }
    orProblem(problems, 'TLS_CERT', () => readTls({ cert: resolve(cwd, cert), key: resolve(cwd, key) }))
  }
  const isSaid = (name: Name): boolean => (environment[name] ?? '') !== ''
  for (const [one, other] of pairs)
    if (isSaid(one) !== isSaid(other)) problems.push(`${one}: expected together with ${other}`)
  for (const [one, other] of needed)
    if (isSaid(one) && !isSaid(other)) problems.push(`${one}: does nothing without ${other}`)
  settings.captcha =
    orProblem(problems, 'CAPTCHA', () =>
      captchaIn(read('CAPTCHA'), {
        siteKey: read('CAPTCHA_KEY'),
        secret: read('CAPTCHA_SECRET'),
        url: read('CAPTCHA_URL'),
      }),
    ) ?? null
  // Of a value that is none `read` has said so, and gives undefined.
  if (settings.localAccounts === false && !isSaid('OIDC_ISSUER') && !isSaid('OIDC_CLIENT_ID'))
    problems.push(
      'LOCAL_ACCOUNTS: off needs a provider (OIDC_ISSUER and OIDC_CLIENT_ID), or nobody can sign in',
    )
  if (['web', 'worker'].includes(settings.role) && !(settings.databaseUrl && settings.clickhouseUrl))
    problems.push(
      `ROLE: ${settings.role} shares the work with other servers, so it needs DATABASE_URL and CLICKHOUSE_URL`,
    )
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings }
}

/** What `read` reads, or undefined and a problem more. */
function orProblem<T>(problems: string[], name: string, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

/** A file of the data folder; undefined where there is none. */
function fileIn(dataFolder: string, name: string): string | undefined {
  const file = join(dataFolder, name)
  return existsSync(file) ? file : undefined
}

/** A provider needs the name by which it knows this server. */
function oidcIn(
  issuer: string | undefined,
  clientId: string | undefined,
  rest: Omit<OidcSettings, 'issuer' | 'clientId'>,
): OidcSettings | null {
  return issuer === undefined || clientId === undefined ? null : { issuer, clientId, ...rest }
}

function captchaIn(
  kind: 'off' | 'work' | 'recaptcha',
  { siteKey, secret, url }: { siteKey: string | undefined; secret: string | undefined; url: string },
): CaptchaSettings | null {
  if (kind === 'work') return { kind }
  if (kind !== 'recaptcha') return null
  if (siteKey === undefined || secret === undefined)
    throw new Error('recaptcha needs CAPTCHA_KEY and CAPTCHA_SECRET')
  return { kind, siteKey, secret, url: url.replace(/\/+$/, '') }
}

const docsIn = (url: string | undefined, secret: string | undefined): DocsSite | null =>
  url === undefined || secret === undefined ? null : { url, secret }

/** The text of `npm start -- --help`. */
export function settingsHelp(): string {
  const all = Object.entries<Documented>({ ...documented, ...limitSettings })
  const width = Math.max(...all.map(([name]) => name.length)) + 2
  const lines = all.map(
    ([name, { about, fallback }]) =>
      `  ${name.padEnd(width)}${about}\n${' '.repeat(width + 2)}default: ${fallback}`,
  )
  return [
    'Noisefloor server',
    '',
    'Usage: npm start            install, build and serve',
    '       npm start -- --help  this text',
    '',
    'Settings (environment variables, all optional):',
    ...lines,
    '',
  ].join('\n')
}
