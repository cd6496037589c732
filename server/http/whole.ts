type Bytes = Uint8Array<ArrayBuffer>

const known = new WeakMap<Response, Bytes>()

/** An answer that is whole in memory. Read from a Response its bytes are copied four times, and a stream is made for it. */
export function wholeResponse(bytes: Bytes, init: ResponseInit): Response {
  const response = new Response(bytes, init)
  known.set(response, bytes)
  return response
}

/** What an answer sends; nothing has read it before. */
export const wholeBody = async (response: Response): Promise<Bytes> =>
  known.get(response) ?? new Uint8Array(await response.arrayBuffer())
