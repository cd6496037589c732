import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

/** What of a page differs with every answer. */
export const withoutChance = (text: string): string =>
  text.replaceAll(/nonce="[^"]*"/g, 'nonce').replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')

/** Without an agent each over a connection of its own. What of the headers differs with every answer is left out. */
export async function overHttp(
  url: string,
  paths: readonly string[],
  encoding: string,
  agent?: Agent,
): Promise<object[]> {
  const answers: object[] = []
  for (const path of paths) {
    const asked = request(new URL(path, url), {
      agent: agent ?? false,
      headers: { 'accept-encoding': encoding, connection: agent ? 'keep-alive' : 'close' },
    }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const body = Buffer.concat(await answer.toArray())
    const packed = answer.headers['content-encoding'] === 'gzip'
    const { 'x-request-id': _, date, connection: __, ...headers } = answer.headers
    for (const each of ['keep-alive', 'content-length', 'transfer-encoding', 'ratelimit'])
      delete headers[each]
    const text = withoutChance(String(packed ? gunzipSync(body) : body))
    answers.push({ path, status: answer.statusCode, headers, text, isDated: date !== undefined })
  }
  return answers
}
