/** A token of this server's own bot check: the answer to a challenge, found by computing for a moment. */
export async function workToken(): Promise<string> {
  if (!isSecureContext) throw new Error('The bot check of this server needs https.')
  const answer = await fetch('/api/captcha', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The bot check gave no challenge: ${answer.status}.`)
  const { challenge } = (await answer.json()) as { challenge: string }
  const given: unknown = JSON.parse(challenge)
  const solution = await solved(given)
  if (solution === null) throw new Error('The challenge of the bot check was not solved in time.')
  return btoa(JSON.stringify({ challenge: given, solution }))
}

function solved(challenge: unknown): Promise<unknown> {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The bot check could not begin.')))
    worker.postMessage(challenge, [])
  }).finally(() => worker.terminate())
}
