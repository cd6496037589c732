import type { AnalysisKind } from '#model/analysis.ts'
import { isFileTypeTaken, listTexts } from '#model/analysis-file.ts'
import { Refusal, refuse } from '#model/errors.ts'
import { uuidV7 } from '#store/identifier.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { userIn } from '../scope.ts'
import { kinds } from './kinds.ts'

export interface StartAnalysis {
  body: AsyncIterable<Uint8Array>
  /** "" for pasted text. */
  fileName: string
  /** Bytes that the body says it has; 0 where it does not say. */
  declared?: number
}

/** Analyses of one workspace that may wait or run at once. */
const maxOpen = 50
const dayMs = 86_400_000
const maxName = 200

/**
 * Takes a list in; it is read in the background, by whichever server comes to it, also after a restart (run-next.ts).
 * @returns its id @throws Refusal 'too-large', 'unsupported-media', 'invalid-input', 'busy'
 */
const startOf = (kind: AnalysisKind) =>
  verb(
    ['workspace', kinds[kind].needs],
    async (ctx: WriteCtx, { body, fileName, declared = 0 }: StartAnalysis): Promise<string> => {
      const { files, wake, keptDays } = ctx.analyses
      const { analyses } = ctx.workspace
      if (fileName !== '' && !isFileTypeTaken(kind, fileName))
        throw refuse('unsupported-media', listTexts.unsupported)
      const mb = kinds[kind].maxMb(ctx.scope.plan)
      const tooLarge = (): Refusal => refuse('too-large', listTexts.tooLarge(mb), { limit: mb * 1e6 })
      if (declared > mb * 1e6) throw tooLarge()
      if ((await analyses.open()) >= maxOpen)
        throw new Refusal('busy', {
          message: `${maxOpen} analyses of your workspace are not done: wait for one of them.`,
          retryAfter: 10,
        })
      const stored = await files.put(body, { limit: mb * 1e6 }).catch((error: unknown) => {
        throw error instanceof Refusal && error.code === 'too-large' ? tooLarge() : error
      })
      if (stored.bytes === 0) {
        await files.remove(stored.id)
        throw refuse('invalid-input', kinds[kind].refusal)
      }
      const created = ctx.clock()
      const id = uuidV7(created)
      await analyses
        .enter({
          id,
          kind,
          user: userIn(ctx.scope),
          // What a key sends is of nobody's own.
          shared: userIn(ctx.scope) === '',
          name: fileName.slice(0, maxName) || 'Pasted text',
          fileName: fileName.slice(0, maxName),
          bytes: stored.bytes,
          input: stored.id,
          created,
          expires: created + keptDays * dayMs,
        })
        .catch(async (error: unknown) => {
          await files.remove(stored.id)
          throw error
        })
      wake()
      return id
    },
    { is: () => true },
  )

export const startIpAnalysis = startOf('ips')
export const startCveAnalysis = startOf('cves')
