/**
 * What a loader gives, as one text. The router writes each value by itself, as it also carries values that JSON does not know: for a page of rows
 * that took a seventh of the server's thread, and reading it in the browser is slower than reading JSON, too. Only what JSON writes and reads back may be given
 * so; members that are undefined are left out.
 */
export interface AsText<T> {
  text: string
  /** What the text says; only its type is ever there. */
  readonly says?: T
}

/** Where a page is rendered nothing is read back, and in a browser each text once. */
const said = new WeakMap<object, unknown>()

/** What JSON would lose stands as `never`, which nothing fits. */
type OfJson<T> = T extends
  | Date
  | ReadonlyMap<never, unknown>
  | ReadonlySet<never>
  | ArrayBufferView
  | bigint
  | symbol
  | ((...input: never[]) => unknown)
  ? never
  : T extends object
    ? { [Name in keyof T]: OfJson<T[Name]> }
    : T

export function asText<T>(data: T & OfJson<T>): AsText<T> {
  const one = { text: otherQuotes(JSON.stringify(data)) }
  said.set(one, data)
  return one
}

export function dataIn<T>(one: AsText<T>): T {
  if (!said.has(one)) said.set(one, JSON.parse(otherQuotes(one.text)))
  return said.get(one) as T
}

/** JSON's quotes would be escaped in the router's text, and that again in the document's script: a grave accent stands for each, and the other way round. */
function otherQuotes(text: string): string {
  const [hasQuotes, hasGraves] = [text.includes('"'), text.includes('`')]
  if (hasQuotes && hasGraves) return text.replace(/["`]/g, (one) => (one === '"' ? '`' : '"'))
  return hasQuotes ? text.replaceAll('"', '`') : text.replaceAll('`', '"')
}
