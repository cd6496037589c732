import type { Context } from 'hono'
import type { Analysis, AnalysisFormat, AnalysisPart } from '#model/analysis.ts'
import type { Env } from '../../http/env.ts'
import type { AppDeps } from '../../http/app-deps.ts'
import { contentTypes } from './rows-file.ts'

/** What is sent as a file: `IPs-not-observed-auth.log.csv`. */
interface Sent {
  analysis: Pick<Analysis, 'kind' | 'name'>
  part: AnalysisPart | 'ignored'
  format: AnalysisFormat
}

/** Answers with a file as it is made; whoever hangs up ends it, and who reads slowly only waits for himself. */
export function sendFile(
  c: Context<Env>,
  { limits }: Pick<AppDeps, 'limits'>,
  pieces: AsyncGenerator<string>,
  { analysis, part, format }: Sent,
): Response {
  let bytes = 0
  const leave = limits.exports.take(c.var.caller, {
    bytes: () => bytes,
    end: () => c.env.outgoing.destroy(),
  })
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await pieces.next()
          if (piece.done) {
            leave()
            return controller.close()
          }
          const encoded = encoder.encode(piece.value)
          bytes += encoded.length
          controller.enqueue(encoded)
        } catch (error) {
          leave()
          controller.error(error)
        }
      },
      async cancel() {
        leave()
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename="${nameOf({ analysis, part, format })}"`,
      'cache-control': 'no-store',
    },
  })
}

const nameOf = ({ analysis: { kind, name }, part, format }: Sent): string => {
  const plain = name
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  return [kind, part, plain].filter((text) => text !== '').join('-') + `.${format}`
}
