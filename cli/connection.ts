import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Exit } from './exit.ts'

/** Where the server is and with which key we speak to it. */
export interface Connection {
  url: string
  key: string
}

export interface ConnectionOptions {
  url: string | undefined
  key: string | undefined
  dataFolder: string
}

/** The running server leaves `local-key` and `local-url` (mode 0600) in its data folder. */
export function connectionOf(options: ConnectionOptions): Connection {
  const read = (name: string, option: string): string => {
    try {
      return readFileSync(join(options.dataFolder, name), 'utf8').trim()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // It is there: of the user that the server runs as, say.
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        throw new Exit(
          'failed',
          `${name} in ${options.dataFolder} cannot be read (${code}). Run this as the server's user, or name it with ${option}.`,
        )
      throw new Exit(
        'unreachable',
        `No ${name} in ${options.dataFolder}: is the server running from here? Otherwise name it with ${option}.`,
      )
    }
  }
  const url = options.url ?? read('local-url', '--url')
  // "localhost:3000" is an address, too, of the scheme "localhost".
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Exit('usage', `--url: "${url}" is not an address like http://127.0.0.1:3000`)
  const key = options.key ?? read('local-key', '--key')
  if (!/^[!-~]+$/.test(key))
    throw new Exit('usage', '--key: expected a key: letters, digits and signs without spaces between them')
  return { url, key }
}

/** What somebody named, as one step of a path. @throws Exit 'usage' for what would be another path */
export function step(name: string): string {
  if (['', '.', '..'].includes(name)) throw new Exit('usage', `"${name}" names nothing.`)
  return encodeURIComponent(name)
}

export interface Answer {
  status: number
  body: unknown
  /** Seconds the server asks to wait (RFC 9110 §10.2.3). */
  retryAfter?: number
}

/** One call to the API. @throws Exit 'unreachable' when nobody answers. */
export async function call(
  connection: Connection,
  path: string,
  init: RequestInit & { duplex?: 'half' } = {},
): Promise<Answer> {
  const response = await open(connection, path, init)
  const text = await response.text().catch((error: unknown) => {
    throw unanswered(connection, error)
  })
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const body = asJson(text)
  // A page, say, of another program on this port.
  if (response.ok && body === undefined && text !== '') throw foreign(connection)
  return {
    status: response.status,
    body: body ?? { message: text.slice(0, 500) },
    ...(retryAfter >= 0 && { retryAfter }),
  }
}

export const foreign = ({ url }: Connection): Exit =>
  new Exit('failed', `${url} does not answer like a Noisefloor server.`)

/** The same with the answer's body still to come. @throws Exit 'unreachable' when nobody answers. */
export async function open(
  connection: Connection,
  path: string,
  init: RequestInit & { duplex?: 'half' } = {},
): Promise<Response> {
  try {
    return await fetch(new URL(path, connection.url), {
      ...init,
      headers: { ...init.headers, key: connection.key },
    })
  } catch (error) {
    throw unanswered(connection, error)
  }
}

function unanswered({ url }: Connection, error: unknown): Exit {
  const cause: NodeJS.ErrnoException | undefined =
    error instanceof Error && error.cause instanceof Error ? error.cause : undefined
  return new Exit('unreachable', `No answer from ${url}: ${cause?.message || String(cause?.code ?? error)}`, {
    cause: cause?.code,
  })
}

/** The body of an answer that succeeded, still to come; a refusal otherwise. */
export async function bodyOf(response: Response): Promise<NonNullable<Response['body']>> {
  if (response.ok && response.body) return response.body
  // A proxy that answers in the place of the server may write anything.
  const { status } = response
  accepted({ status, body: asJson(await response.text()) })
  throw new Exit('failed', `status ${status}, and nothing else`)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The answer's body when it succeeded; a refusal otherwise. */
export function accepted(answer: Answer): Record<string, unknown> {
  const body = (answer.body ?? {}) as Record<string, unknown>
  if (answer.status >= 200 && answer.status < 300) return body
  const message = typeof body.message === 'string' ? body.message : `status ${answer.status}`
  if (answer.status === 401)
    throw new Exit('refused', `The server refused the key (${message}).`, { final: true })
  throw new Exit(answer.status >= 500 ? 'failed' : 'refused', message)
}
