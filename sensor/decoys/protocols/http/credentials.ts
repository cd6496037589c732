import type { Request } from './request.ts'

export interface Credentials {
  user: string
  password: string
}

/** `Authorization: Basic` (RFC 7617). */
export function basicCredentials(request: Request): Credentials | null {
  const [, encoded] =
    /^Basic\s+([A-Za-z0-9+/=]{1,2000})$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (encoded === undefined) return null
  const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return user === undefined ? null : { user, password: password ?? '' }
}

const userField =
  /^(j_|luci_|log_?in_?)?(user(_?(name|id))?|uname|usr|log|login(name|_?id)?|e?mail|account|name|uid)$/i
const passwordField = /^(j_|luci_|login_?)?(pass(word|wd|wrd)?|pwd|psd|psw|user_?pass(word)?|secret(key)?)$/i

/** User and password of a form: in the body (form, JSON, parts) or in the query. */
export function formCredentials(request: Request): Credentials | null {
  const type = request.headers.get('content-type') ?? ''
  const body = request.body.toString('utf8')
  return (
    among(body.startsWith('{') ? ofJson(body) : type.includes('multipart') ? ofParts(body) : ofForm(body)) ??
    among(ofForm(request.query))
  )
}

function among(fields: Iterable<[string, string]>): Credentials | null {
  let user: string | undefined
  let password: string | undefined
  for (const [name, value] of fields) {
    if (user === undefined && userField.test(name)) user = value
    else if (password === undefined && passwordField.test(name)) password = value
  }
  return password === undefined ? null : { user: user ?? '', password }
}

const ofForm = (text: string): Iterable<[string, string]> =>
  text.includes('=') ? new URLSearchParams(text) : []

function* ofJson(text: string): Generator<[string, string]> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return
  }
  // Credentials stand at the top or one below it (`{"auth":{"user":…}}`).
  const tops = typeof value === 'object' && value !== null ? Object.entries(value) : []
  for (const [name, one] of tops) {
    if (typeof one === 'string') yield [name, one]
    else if (typeof one === 'object' && one !== null)
      for (const [inner, text] of Object.entries(one)) if (typeof text === 'string') yield [inner, text]
  }
}

function* ofParts(text: string): Generator<[string, string]> {
  for (const match of text.matchAll(
    /name="([^"\r\n]{1,100})"\r?\n(?:[^\r\n]{1,200}\r?\n){0,5}\r?\n([^\r\n]{0,1000})/g,
  ))
    yield [match[1]!, match[2]!]
}
