import type { AnalysisKind } from '#model/analysis.ts'
import { Refusal } from '#model/errors.ts'
import type { AnalysisProgress } from '#pipeline/analysis/messages.ts'
import type { Analyzer } from '#pipeline/analysis/open.ts'
import type { AnalysisEnd, AnalysisOptions } from '#pipeline/analysis/thread.ts'
import type { Files, GrowingFile, ReservedFile } from '#store/files/files.ts'

/**
 * Reads lists while they come, so that a large one is read when its last byte is there. It is a head start and nothing else: what was sent is
 * kept first, and whoever takes up its task (run-next.ts), here or after a restart, reads the file where nobody has begun.
 */
export interface Alongside {
  /** Begins with the first bytes; null where no thread is to spare for it. */
  begin(of: Begun): Reading | null
  /** The one that reads a content, for whoever ends it. */
  take(input: string): Reading | null
}

interface Begun {
  kind: AnalysisKind
  workspace: string
  known: AnalysisOptions['known']
}

export interface Reading {
  grown(file: GrowingFile): void
  /** All of it is kept. */
  whole(input: string, bytes: number): void
  /** Nothing of it is wanted any more. */
  abandon(): void
  /**
   * The end of it, as of a list that is read at once; null where it did not come to one for a reason that another try may not meet.
   * @throws Refusal for what cannot be read; the signal's reason
   */
  end(options: {
    signal: AbortSignal
    onProgress: (progress: AnalysisProgress) => void
  }): Promise<Read | null>
}

export interface Read {
  end: AnalysisEnd
  output: ReservedFile
}

/** Beside those that the runner reads: whoever sends slowly keeps nobody's thread. */
const atOnce = { all: 2, ofWorkspace: 1 }
/** Milliseconds that a list may take to come, and that a whole one waits for whoever ends it. */
const patience = { coming: 20_000, whole: 10_000 }

export function openAlongside(parts: { files: Files; analyzer: Analyzer }): Alongside {
  const open = new Map<Reading, string>()
  const waiting = new Map<string, Reading>()

  return {
    begin(of) {
      const own = [...open.values()].filter((workspace) => workspace === of.workspace)
      if (open.size >= atOnce.all || own.length >= atOnce.ofWorkspace) return null
      const reading = readingOf(parts, of, {
        onWhole: (input) => waiting.set(input, reading),
        onOver: (input) => {
          open.delete(reading)
          waiting.delete(input)
        },
      })
      open.set(reading, of.workspace)
      return reading
    },
    take: (input) => waiting.get(input) ?? null,
  }
}

function readingOf(
  { files, analyzer }: { files: Files; analyzer: Analyzer },
  { kind, known }: Begun,
  { onWhole, onOver }: { onWhole: (input: string) => void; onOver: (input: string) => void },
): Reading {
  const ending = new AbortController()
  let [there, isWhole, id] = [0, false, '']
  let tell: ((bytes: number, isWhole: boolean) => void) | null = null
  let last: AnalysisProgress | null = null
  let onProgress = (progress: AnalysisProgress): void => {
    last = { ...progress, ...(!progress.keys && last?.keys && { keys: last.keys }) }
  }
  let read: Promise<Read> | null = null
  let late = setTimeout(abandon, patience.coming).unref()

  async function begin(path: string): Promise<Read> {
    const output = await files.reserve()
    try {
      const task = { kind, path: files.path(id), comesAt: path, output: output.path }
      const end = await analyzer.analyze(task, {
        signal: ending.signal,
        known,
        onProgress: (progress) => onProgress(progress),
        growth(told) {
          tell = told
          told(there, isWhole)
        },
      })
      return { end, output }
    } catch (error) {
      await output.discard()
      throw error
    }
  }
  function abandon(): void {
    clearTimeout(late)
    onOver(id)
    ending.abort(new Error('A list is not read any further while it comes.'))
    void read?.then(({ output }) => output.discard()).catch(() => undefined)
  }

  return {
    grown({ id: own, path, bytes }) {
      if (ending.signal.aborted) return
      ;[there, id] = [bytes, own]
      if (read) return tell?.(there, isWhole)
      read = begin(path)
      // Whoever ends it hears of it.
      read.catch(() => undefined)
    },
    whole(input, bytes) {
      if (ending.signal.aborted || !read) return abandon()
      ;[there, isWhole] = [bytes, true]
      tell?.(there, isWhole)
      clearTimeout(late)
      late = setTimeout(abandon, patience.whole).unref()
      onWhole(input)
    },
    abandon,
    async end({ signal, onProgress: hear }) {
      clearTimeout(late)
      if (signal.aborted) {
        abandon()
        throw signal.reason
      }
      onProgress = hear
      if (last) hear(last)
      const leave = (): void => ending.abort(signal.reason)
      signal.addEventListener('abort', leave)
      try {
        return await read
      } catch (error) {
        if (signal.aborted || error instanceof Refusal) throw error
        return null
      } finally {
        signal.removeEventListener('abort', leave)
        onOver(id)
      }
    },
  }
}
