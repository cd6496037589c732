import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

export interface Answered {
  method: string
  /** As the OpenAPI document writes it. */
  path: string
  status: number
  /** Media type, without parameters. */
  type: string
}

/**
 * Compares answers with what an OpenAPI document says of them; gives what is wrong, one text each. Members the document
 * does not name are wrong too, unless it says that there may be others.
 */
export function checker(document: object): (answered: Answered, body: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(closed(structuredClone(document)) as object, 'api')
  return ({ method, path, status, type }, body) => {
    const steps = ['paths', path, method, 'responses', String(status), 'content', type, 'schema']
    const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const place = steps.reduce<unknown>(
      (at, step) => (at as Record<string, unknown> | undefined)?.[step],
      document,
    )
    if (place === undefined) return [`not described: ${steps.slice(1).join(' ')}`]
    const validate = ajv.compile({ $ref: `api#/${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}` })
    validate(body)
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
    )
  }
}

/** Objects that say nothing about further members take none. */
function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(closed)
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]))
  return inner.type === 'object' && inner.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner
}
