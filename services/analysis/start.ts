import type { AnalysisKind } from '#model/analysis.ts'
import { isFileTypeTaken, listTexts } from '#model/analysis-file.ts'
import { Refusal, refuse } from '#model/errors.ts'
import { uuidV7 } from '#store/identifier.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { userIn, workspaceOf } from '../scope.ts'
import { kinds } from './kinds.ts'
import { knownIn } from './known-in.ts'

export interface StartAnalysis {
  body: AsyncIterable<Uint8Array>
  /** "" for pasted text. */
  fileName: string
  /** Bytes that the body says it has; 0 where it does not say. */
  declared?: number
  /** Its chunks are nobody else's (store/files). */
  givesChunks?: boolean
}

/** Analyses of one workspace that may wait or run at once. */
const maxOpen = 50
const dayMs = 86_400_000
/** Bytes from which on a list is read while it comes. */
const worthBeginning = 1_000_000
const maxName = 200

function requirePlace(open: number): void {
  if (open >= maxOpen)
    throw new Refusal('busy', {
      message: `${maxOpen} analyses of your workspace are not done: wait for one of them.`,
      retryAfter: 10,
    })
}

/**
 * Takes a list in; it is read in the background, by whichever server comes to it, also after a restart (run-next.ts).
 * @returns its id @throws Refusal 'too-large', 'unsupported-media', 'invalid-input', 'busy'
 */
const startOf = (kind: AnalysisKind) =>
  verb(
    ['workspace', kinds[kind].needs],
    async (
      ctx: WriteCtx,
      { body, fileName, declared = 0, givesChunks = false }: StartAnalysis,
    ): Promise<string> => {
      const { files, alongside, wake, keptDays } = ctx.analyses
      const { analyses } = ctx.workspace
      if (fileName !== '' && !isFileTypeTaken(kind, fileName))
        throw refuse('unsupported-media', listTexts.unsupported)
      const { historicDays: reachDays } = ctx.scope.plan
      const mb = kinds[kind].maxMb(ctx.scope.plan)
      const tooLarge = (): Refusal => refuse('too-large', listTexts.tooLarge(mb), { limit: mb * 1e6 })
      if (declared > mb * 1e6) throw tooLarge()
      // Before anything is received; what others send meanwhile is seen when it is entered.
      requirePlace(await analyses.open(ctx.clock()))
      // A short one is read in no time once it is there.
      const isShort = declared > 0 && declared < worthBeginning
      const begun = isShort
        ? null
        : alongside.begin({
            kind,
            workspace: workspaceOf(ctx.scope).workspace,
            known: knownIn(ctx.memoryIndex, { now: ctx.clock(), reachDays }),
          })
      const stored = await files
        .receive(body, { limit: mb * 1e6, onGrown: begun?.grown, givesChunks })
        .catch((error: unknown) => {
          begun?.abandon()
          throw error instanceof Refusal && error.code === 'too-large' ? tooLarge() : error
        })
      if (stored.bytes === 0) {
        begun?.abandon()
        await files.remove(stored.id)
        throw refuse('invalid-input', kinds[kind].refusal)
      }
      const created = ctx.clock()
      const id = uuidV7(created)
      await analyses
        .enter(
          {
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
            reachDays,
          },
          requirePlace,
        )
        .catch(async (error: unknown) => {
          begun?.abandon()
          await files.remove(stored.id)
          throw error
        })
      begun?.whole(stored.id, stored.bytes)
      wake()
      return id
    },
    { is: () => true },
  )

export const startIpAnalysis = startOf('ips')
export const startCveAnalysis = startOf('cves')
