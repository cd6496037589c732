/**
 * The loaders' data in a document, for the browser: the router's own writing of it, put into its stream there by a script. The router's component for
 * it renders such scripts through streams and boundaries of React, piece by piece; a document that is sent whole needs one.
 */

/** Whole, once everything in it has come. */
export async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += decoder.decode(part.value, { stream: true })
  return text + decoder.decode()
}

const end = '</body></html>'

/**
 * The document with the script behind everything else of its body, in pieces.
 * @throws Error for one that does not end as documents do
 */
export function handedOff(document: string, data: string, nonce: string): string[] {
  if (!document.endsWith(end)) throw new Error('A document does not end with its body.')
  const controller = 'window.__reactRouterContext.streamController'
  const script = `${controller}.enqueue(${literal(data)});${controller}.close();`
  return [document.slice(0, -end.length), `<script nonce="${nonce}">${script}</script>`, end]
}

const escapes: Readonly<Record<string, string>> = { "'": "\\'", '\\': '\\\\', '\n': '\\n', '\r': '\\r' }

/** A text of JavaScript that may stand in a script element, whatever it holds: JSON has many double quotes and hardly a single one. */
export const literal = (text: string): string =>
  `'${text.replace(/['\\\n\r<>&\u2028\u2029]/g, (letter) => escapes[letter] ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`
