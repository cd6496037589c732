import { refusalIn, problemAnswer } from '../problem.ts'

/**
 * Answers a call for another address from memory alone. @returns null where it has to wait for something
 * @throws Refusal
 */
export type AnswerAgain = (
  text: string,
) => { status: number; answer: { text: string; gzip(): Uint8Array } } | null

export interface Made {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

/** Letters from which on an answer is packed, as everywhere (hono/compress), and up to which it is done at once. */
const packed = { from: 1024, to: 32 * 1024 }

const asJson = { 'content-type': 'application/json' }
const asPacked = { ...asJson, 'content-encoding': 'gzip' }

/** null: the whole way finds out, and tells the log where it is a surprise. @param path of the request */
export function madeBy(
  { answer, takesGzip }: { answer: AnswerAgain; takesGzip: boolean },
  address: string,
  requestId: string,
  path: string,
): Made | null {
  try {
    const found = answer(address)
    if (!found) return null
    const { text, gzip } = found.answer
    if (!takesGzip || text.length < packed.from) return { status: found.status, headers: asJson, body: text }
    return text.length > packed.to ? null : { status: found.status, headers: asPacked, body: gzip() }
  } catch (error) {
    return refusalIn(error) && problemAnswer(error, requestId, path)
  }
}
