import { request } from 'node:http'

export interface Pulled {
  bytes: number
  lines: number
  seconds: number
  /** Seconds until the first byte. */
  first: number
}

/** Reads an answer as fast as it comes and throws it away. */
export function pull(
  url: URL,
  { method = 'GET', headers, body }: { method?: string; headers: Record<string, string>; body?: string },
): Promise<Pulled> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(url, { method, headers }, (answer) => {
      let [bytes, lines, first] = [0, 0, 0]
      answer.on('data', (piece: Buffer) => {
        first ||= performance.now() - began
        bytes += piece.length
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`answered ${answer.statusCode}`))
        const seconds = (performance.now() - began) / 1000
        return resolve({ bytes, lines, seconds, first: first / 1000 })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
