import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Log } from '#store/log.ts'
import type { Budget } from '#model/budget.ts'
import type { ServerStatus } from '#model/server-status.ts'
import { version } from '#model/version.ts'
import { verdictMethod as method } from '#methods/verdict/rule.ts'
import { bind } from '#services/services.ts'
import { ctxFor, type Deps } from '#services/context.ts'
import { accountsCtx } from '#services/sign-in/accounts-ctx.ts'
import { openOidc } from '../auth/oidc.ts'
import { openCaptcha } from '../captcha/captcha.ts'
import { csrfOfSignIn } from '../auth/csrf.ts'
import { findTransporter } from '#services/sensors/transporter/token.ts'
import type { FindScope } from '../auth/authenticate.ts'
import { findScope } from '../auth/find-scope.ts'
import { findUser } from '../auth/find-user.ts'
import { cachedScopes } from '../auth/scope-cache.ts'
import { openAgain } from '../http/again/again.ts'
import { makeApp } from '../http/app.ts'
import { allowedHosts } from '../http/hosts.ts'
import { type Gate, openGate } from '../http/gate.ts'
import { serverFor } from '../http/listener.ts'
import { observer } from '../http/requests.ts'
import { measureBuild, measureLimits, type Metrics, openMetrics } from '../http/metrics.ts'
import type { OnRefused } from '../limits/counts.ts'
import { type Limits, openLimits } from '../limits/limits.ts'
import { canonicalAddress } from '#services/ip/address.ts'
import { openPolicy } from '../pages/policy.ts'
import { ipRecordWriter } from '../api/present/ip-record.ts'
import { openPages } from '../pages/serve.ts'
import type { Settings } from '../settings.ts'
import { type DemoKeeper, openDemoKeeper } from './demo.ts'
import { gaugesOf } from './gauges.ts'
import { localOperator } from './local-operator.ts'
import { missingSessions, readinessOf } from './readiness.ts'
import { type Runtime, type RuntimeOptions, startRuntime } from './runtime.ts'
import { openTls } from './tls.ts'

/** A server that answers: the runtime, what counts and limits, and the door. */
export interface Serving {
  runtime: Runtime
  demo: DemoKeeper
  server: Server
  gate: Gate
  metrics: Metrics
  limits: Limits
  /** Where the local operator's key lies. */
  keyFile: string
  /** The workspace of the person at this machine. */
  workspaceId: string
  /** "http://127.0.0.1:3000": where it listens. */
  listens: string
  /** The same for programs of this machine: plain http, also where the server speaks https. */
  local: string
}

export interface ServeOptions {
  log: Log
  clock: () => number
  /** For the operator at the terminal. */
  say: (line: string) => void
  /** What one request may cost, where it is not the usual. */
  budget?: Budget
  polling?: RuntimeOptions['polling']
}

/**
 * Starts everything in its order, and listens last.
 * @throws CannotStart in words for the operator; the listener's error, after the runtime was closed
 */
export async function serve(
  settings: Settings,
  { log, clock, say, budget, polling }: ServeOptions,
): Promise<Serving> {
  const tls = settings.tls && openTls(settings.tls)
  const scheme = tls ? 'https' : 'http'
  let url = settings.publicUrls[0] ?? `${scheme}://${settings.host}:${settings.port}`
  let metrics: Metrics | undefined
  const runtime = await startRuntime(settings, log, clock, () => url, {
    ...(budget && { limits: budget }),
    ...(polling && { polling }),
    ...(tls && { certificate: () => tls.inUse().cert }),
    onRound: (job, seconds, ok) => metrics?.jobs.observe({ job, outcome: ok ? 'ok' : 'failed' }, seconds),
  })
  try {
    return await open()
  } catch (error) {
    // What was started ends, the engine's process with it.
    await runtime.close()
    throw error
  }

  async function open(): Promise<Serving> {
    const { deps, work, drain, audits } = runtime
    const { keyFile, keyId, workspace } = await localOperator(deps.installation, settings.dataFolder, clock)
    await runtime.keepCopy()
    const demo = await openDemoKeeper({
      waiting: () => drain.status().undrainedSessions,
      settings: deps.installation.settings,
      log,
      say,
      clock,
      dataFolder: settings.dataFolder,
      firstStart: settings.demo,
      leads: runtime.loadsDemo,
    })
    const gate = openGate(() => runtime.polling.note())
    const measured = openMetrics([
      {
        name: 'noisefloor_http_requests_under_way',
        help: 'Requests that were let in and have no whole answer yet, this one included.',
        read: () => gate.underWay(),
      },
      ...gaugesOf(runtime),
    ])
    metrics = measured
    const onRefused: OnRefused = (limit, of) => measured.refused.inc({ limit, of })
    const limits = openLimits(settings.limits, onRefused)
    const { opened } = measureLimits(measured, limits)
    const status = (): ServerStatus => ({
      demo: demo.banner(),
      missingSessions: missingSessions(audits),
      version,
      method,
      now: new Date(clock()).toISOString(),
      url,
      indexable: settings.indexable,
      timeZone: settings.timeZone,
    })
    const oidc = settings.oidc && openOidc(settings.oidc, { secret: deps.secret, clock, log })
    const captcha =
      settings.captcha &&
      openCaptcha(settings.captcha, {
        secret: deps.secret,
        clock,
        log,
        use: (of) => deps.installation.accounts.usedTokens.use(of),
      })
    const pages = await openPages(
      (caller) =>
        bind(ctxFor(deps, caller), {
          signIn: accountsCtx(deps, {
            scope: caller.scope,
            signup: settings.signup,
            address: caller.address ?? '',
            network: caller.network ?? '',
            agent: '',
          }),
          csrfOf: (signIn) => csrfOfSignIn(deps.secret, signIn),
          hasSupport: settings.supportEmail !== undefined,
          trialUrl: settings.trialUrl ?? null,
          provider: oidc?.name ?? null,
          localAccounts: settings.localAccounts,
          loginPage: settings.loginPage,
          isNotFoundOpen: settings.isNotFoundOpen,
          sessionRefreshSeconds: settings.sessionRefreshSeconds,
          hasDocs: settings.docs !== null,
          site: settings.site,
          writeIpRecord: ipRecordWriter(deps.tags),
          captcha: captcha?.shown ?? null,
          thirdParties: settings.thirdParties,
        }),
      (page) => measured.pageViews.inc({ page }),
      {
        status,
        versions: {
          generation: runtime.generation,
          changes: () => deps.reports.changes(),
          ofAddress: (text) => versionAt(deps, text),
        },
        clock,
        policy: openPolicy(captcha?.shown ?? null, settings.thirdParties),
      },
    )
    measureBuild(measured, { version, react: pages.reactBuild })
    const { generation } = deps.installation.keys
    const remembered = (find: FindScope): FindScope => cachedScopes(find, { generation, clock })
    const observe = observer(log, measured)
    const again = openAgain({ limits, observe, generation, clock })
    const app = makeApp({
      deps,
      work,
      demo,
      log,
      metrics: measured,
      observe,
      again,
      host: settings.host,
      limits,
      hosts: allowedHosts(settings.host, settings.publicUrls),
      indexable: settings.indexable,
      trailingSlash: settings.trailingSlash,
      trustProxy: settings.trustProxy,
      scopeFinders: {
        byKey: remembered(findScope(deps)),
        bySignIn: remembered(findUser(deps)),
        sensorBy: (secret) => deps.installation.sensors.find(secret),
        transporterBy: (secret) => findTransporter(deps, secret),
        generation,
      },
      signup: settings.signup,
      localAccounts: settings.localAccounts,
      oidc,
      captcha,
      supportEmail: settings.supportEmail ?? null,
      docs: settings.docs,
      publicUrls: settings.publicUrls,
      readiness: () => readinessOf(deps, { ...runtime, demo }),
      localKeyId: keyId,
      isWorker: settings.role === 'worker',
      pages,
    })
    const listeners = { connections: settings.limits.connections, onRefused, gate, again }
    const server = serverFor(app, {
      ...listeners,
      behindProxy: settings.trustProxy,
      onOpen: opened,
      ...(tls && { tls: tls.inUse() }),
    })
    tls?.renew(server as TlsServer, log)
    const listens = `${scheme}://${await listening(server, settings)}`
    // The command line on this machine knows no certificate of a public name: it has a door of its own.
    const inner = tls ? serverFor(app, listeners) : null
    const local = inner ? `http://${await listening(inner, { host: '127.0.0.1', port: 0 })}` : listens
    server.once('close', () => {
      inner?.close()
      measured.close()
    })
    // Too many open files, say: the next connection may find room, and nobody else is the worse for it.
    server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted'))
    url = settings.publicUrls[0] ?? listens
    const workspaceId = workspace.id
    return { runtime, demo, server, gate, metrics: measured, limits, keyFile, workspaceId, listens, local }
  }
}

/** Of the record that the page of an address shows. @param text as it stands in the path */
function versionAt({ memoryIndex }: Deps, text: string): string | null {
  try {
    return memoryIndex.record(canonicalAddress(decodeURIComponent(text)))?.version ?? null
  } catch {
    return null
  }
}

/** @returns "127.0.0.1:3000" */
async function listening(server: Server, { host, port }: Pick<Settings, 'host' | 'port'>): Promise<string> {
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      ready()
    })
  })
  const { port: actual } = server.address() as AddressInfo
  return `${host.includes(':') ? `[${host}]` : host}:${actual}`
}
