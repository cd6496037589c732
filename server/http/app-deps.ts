import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Log } from '#store/log.ts'
import type { Deps } from '#services/context.ts'
import type { Work } from '#services/work/work.ts'
import type { DocsSite } from '#services/account/docs-token.ts'
import type { SignupRule } from '#services/sign-in/accounts-ctx.ts'
import type { Oidc } from '../auth/oidc.ts'
import type { ScopeFinders } from '../auth/authenticate.ts'
import type { Captcha } from '../captcha/captcha.ts'
import type { Limits } from '../limits/limits.ts'
import type { PageServer } from '../pages/serve.ts'
import type { DemoKeeper } from '../run/demo.ts'
import type { Readiness } from '../run/readiness.ts'
import type { Tasks } from '../work/tasks.ts'
import type { Again } from './again/again.ts'
import type { Env } from './env.ts'
import type { Metrics } from './metrics.ts'
import type { Observe } from './requests.ts'

/** What the server's answers are made from. */
export interface AppDeps {
  deps: Deps
  /** Writes pages and reads queries, on threads where they are heavy. */
  work: Work<Tasks>
  /** What the server listens on. */
  host: string
  /** Names it answers for. */
  hosts: ReadonlySet<string>
  limits: Limits
  log: Log
  metrics: Metrics
  observe: Observe
  /** Answers at once what is asked again and again over one connection. */
  again: Again
  scopeFinders: ScopeFinders
  signup: SignupRule
  /** Whether people sign in with a password kept here. */
  localAccounts: boolean
  /** null where the operator named none. */
  oidc: Oidc | null
  /** null: no bot check. */
  captcha: Captcha | null
  /** Where users ask for help; null where nobody said. */
  supportEmail: string | null
  /** null: the documentation is our own. */
  docs: DocsSite | null
  /** Addresses of this server as people type them. */
  publicUrls: readonly string[]
  readiness: () => Promise<Readiness>
  /** The key of the local operator, who may read what concerns any workspace; nobody may without it. */
  localKeyId?: string
  demo: DemoKeeper
  /** Whether search engines may list the public pages. */
  indexable: boolean
  /** Whether addresses of pages end with a slash. */
  trailingSlash: boolean
  /** Whether X-Forwarded-For of the proxy in front is believed. */
  trustProxy: boolean
  /** Does the background's work only: it answers the operator's calls and no others. */
  isWorker: boolean
  pages: PageServer
}

export type App = OpenAPIHono<Env>
