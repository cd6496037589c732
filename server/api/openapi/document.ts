import { errorCatalogue, type ErrorCode } from '#model/errors.ts'
import { withCommas } from '#model/numbers.ts'
import { version } from '#model/version.ts'
import type { App } from '../../http/app-deps.ts'
import { maxBytes, maxFormBytes, ofJson } from '../../http/body.ts'
import { knownLaterCalls } from '../later/routes.ts'
import { describeOperations } from './operations.ts'

type Document = ReturnType<App['getOpenAPI31Document']>
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>

/** Refusals that any call may meet, whatever it asks. */
const everywhere: readonly ErrorCode[] = ['misdirected-host', 'rate-limited', 'internal', 'busy']
/** Of any call, as a query string may be damaged or hold a parameter that the call does not have; pages ignore both. */
const ofCalls: readonly ErrorCode[] = ['invalid-input']
/** Of any call that takes a body. */
const ofBodies: readonly ErrorCode[] = ['too-slow', 'too-large', 'unsupported-media']
/** Refusals of what is no call of this document. */
const besides: readonly ErrorCode[] = ['not-allowed', 'not-implemented']

const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'key', description: 'As existing clients send it.' },
  bearer: { type: 'http', scheme: 'bearer' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The key as password, for what can send nothing else.',
  },
} as const
const withKey = Object.keys(schemes).map((name) => ({ [name]: [] }))
/** Of the agents of sensors (docs/sensors.md), and of nobody else. */
const sensorScheme = {
  type: 'http',
  scheme: 'bearer',
  description: "A sensor's own token, nfs_…",
} as const

/** Of transporters, and of nobody else. */
const transporterScheme = {
  type: 'http',
  scheme: 'bearer',
  description: "A transporter's own token, nft_…",
} as const

const description = `Who is scanning the internet, and does it matter?

Visitors may read; what writes needs a key, in the \`key\` header, as a Bearer token, or as the password of Basic.
A path that does not take a method answers 405 with \`Allow\`. Calls that clients of this API know and this version does not
serve answer 501 (\`x-later-calls\` lists them). A body that is no upload holds at most ${withCommas(maxBytes)} bytes, a form
${withCommas(maxFormBytes)}; JSON ${ofJson.levels} levels and ${withCommas(ofJson.parts)} names, lists and objects. Every refusal is the body \`Problem\` (RFC 9457) with \`message\` for older clients.`

/** Serves the description of the API, written once from the schemas of the calls mounted by then. */
export function describeApi(app: App): void {
  describeOperations(app)
  const registry = app.openAPIRegistry
  for (const [name, scheme] of Object.entries(schemes))
    registry.registerComponent('securitySchemes', name, scheme)
  registry.registerComponent('securitySchemes', 'sensor', sensorScheme)
  registry.registerComponent('securitySchemes', 'transporter', transporterScheme)
  for (const code of besides) registry.registerComponent('responses', code, refusal(code, 'problem+json'))
  let written: string | undefined
  app.get('/api/openapi.json', (c) =>
    c.body((written ??= JSON.stringify(documentOf(app))), 200, { 'content-type': 'application/json' }),
  )
}

function documentOf(app: App): Document {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Noisefloor API',
      version,
      description,
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{}, ...withKey],
  })
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>))
      complete(operation, method, path)
  // SPDX identifiers came with 3.1; the generator's types know 3.0 alone.
  const info = { ...document.info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } }
  return { ...document, info, 'x-later-calls': laterCalls() }
}

/** What is the same for all calls, or follows from where one stands. */
function complete(operation: Operation, method: string, path: string): void {
  operation.operationId ??= operationId(method, path)
  if (operation.security?.some((one) => 'key' in one)) operation.security = withKey
  // As server/http/problem.ts calls them.
  const type = /^\/(?:v\d\/|ping$)/.test(path) ? 'json' : 'problem+json'
  const responses = { ...operation.responses }
  const isCall = /^\/(?:api\/|v\d\/|ping$)/.test(path)
  const codes = [...everywhere, ...(isCall ? ofCalls : []), ...(operation.requestBody ? ofBodies : [])]
  for (const code of codes) responses[errorCatalogue[code].status] ??= refusal(code, type)
  operation.responses = responses
}

const refusal = (code: ErrorCode, type: 'json' | 'problem+json') => ({
  description: errorCatalogue[code].title,
  content: { [`application/${type}`]: { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** GET /api/ip/{ip}/timeline → "getApiIpByIpTimeline". */
const operationId = (method: string, path: string): string =>
  [method, ...path.split('/').filter(Boolean)]
    .flatMap((step) => step.replace(/^\{(.*)\}$/, 'by-$1').split(/[^A-Za-z0-9]+/))
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')

const laterCalls = () =>
  knownLaterCalls.map(({ method, path, capability }) => ({
    method,
    path,
    capability: capability.name,
    needs: capability.needs,
  }))
