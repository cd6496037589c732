/** How far a body is on its way to the server; what a form adds around a file counts with it. */
export interface OnItsWay {
  sent: number
  bytes: number
}

/** What a call tells while its body is on its way, and how it is ended. */
export interface Watch {
  onSent: (of: OnItsWay) => void
  signal: AbortSignal
}

/**
 * `fetch` of a form that tells how much of it was sent: fetch itself says nothing before the answer (Fetch standard, "upload progress" is
 * XMLHttpRequest's alone). @returns null where the server cannot be reached, and where the signal ended it
 */
export function fetchWatched(
  path: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: FormData },
  { onSent, signal }: Watch,
): Promise<Response | null> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(null)
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent({ sent: loaded, bytes: total }))
    request.addEventListener('load', () => {
      const retryAfter = request.getResponseHeader('retry-after')
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
        }),
      )
    })
    for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, () => resolve(null))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
