import { OpenAPIHono } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import { onlyPagesWrite, whoAsks } from '../auth/authenticate.ts'
import { homelessAreTold } from '../auth/homeless.ts'
import { mountApi } from '../api/mount.ts'
import { refuseInvalid } from '../api/params.ts'
import { sensorFileRoutes } from '../api/sensor/files.ts'
import { admitted, whoCounts, workedOn } from '../limits/admit.ts'
import { noWrongKeys } from '../limits/wrong-keys.ts'
import { myAddress } from '../pages/my-address.ts'
import { boundedBody } from './body.ts'
import { compressed } from './compress.ts'
import type { Env } from './env.ts'
import { hungUpStatus, untilHungUp } from './hang-up.ts'
import { headAlone } from './head-alone.ts'
import { onlyOurHosts } from './hosts.ts'
import { iconRoutes } from './icons.ts'
import { indexingRoutes } from './indexing.ts'
import type { App, AppDeps } from './app-deps.ts'
import { routedPath } from './path.ts'
import { problemResponse, refusalIn } from './problem.ts'
import { requests } from './requests.ts'
import { statusRoutes } from './status.ts'
import { oneSpelling } from './trailing-slash.ts'

/** Everything the server answers, in the order a request meets it. */
export function makeApp(appDeps: AppDeps): App {
  const app = new OpenAPIHono<Env>({ getPath: routedPath, defaultHook: refuseInvalid })
  app.onError((error, c) => {
    const { aborted, reason } = c.get('signal') ?? { aborted: false }
    if (aborted && !refusalIn(reason)) return new Response(null, { status: hungUpStatus })
    // Who hangs up in the middle of a body is no news, nor what breaks where somebody was refused.
    const level = c.env.incoming.destroyed || refusalIn(reason) ? 'debug' : 'error'
    if (!refusalIn(error)) c.get('log')[level]({ err: error }, 'unexpected error')
    const problem = problemResponse(refusalIn(reason) ?? error, c.get('requestId') ?? '', c.req.path)
    // Offered Basic, some browsers ask for a password in a window of their own, over the page that says what is wrong.
    // The mode alone is sent by programs, too.
    const isOfPage =
      c.req.header('sec-fetch-site') !== undefined && c.req.header('sec-fetch-mode') !== 'navigate'
    if (problem.status === 401 && isOfPage)
      problem.headers.set('www-authenticate', 'Bearer realm="noisefloor"')
    return problem
  })
  app.use(
    requests(appDeps.log, appDeps.observe),
    untilHungUp,
    headAlone,
    compressed,
    onlyOurHosts(appDeps.hosts),
  )
  // What tells whether the server lives is bounded by nothing but the connections.
  app.get('/healthz', (c) => c.json({ status: 'alive' }))
  app.use(
    whoAsks(appDeps.scopeFinders, appDeps.deps.plans, appDeps),
    whoCounts(appDeps.limits, appDeps),
    noWrongKeys(appDeps.limits),
    onlyPagesWrite,
  )
  statusRoutes(app, appDeps)
  if (appDeps.isWorker) {
    app.all('*', () => {
      throw refuse('not-found', 'This server is a worker: it answers /healthz, /readyz and /metrics.')
    })
    return app
  }
  indexingRoutes(app, appDeps)
  iconRoutes(app)
  // Limits that need no body come before it is read.
  app.use(admitted(appDeps.limits), boundedBody(appDeps.limits.counts), workedOn)
  // What browsers ask for where no page names an icon (the API's answers).
  app.get('/favicon.ico', (c) => c.redirect('/favicon.svg', 301))
  // Open pages look whether they are of the newest build (specification §7).
  app.get('/builds/latest.json', (c) => {
    c.header('cache-control', 'no-store')
    return c.json({ id: appDeps.pages.buildId })
  })
  app.get('/my-address', myAddress(appDeps.trustProxy))
  sensorFileRoutes(app, appDeps)
  mountApi(app, appDeps)
  app.use(oneSpelling(appDeps.trailingSlash))
  app.all('*', homelessAreTold(appDeps), (c) => appDeps.pages.answer(c))
  return app
}
