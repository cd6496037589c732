import type { AnalysisTotals } from '#model/analysis.ts'
import type { AddressList } from '#gnql/predicate.ts'
import { type Alongside, openAlongside } from './alongside.ts'
import { type Analyzer, openAnalyzer } from '#pipeline/analysis/open.ts'
import { type AnalysisResult, readResult } from '#pipeline/analysis/result-file.ts'
import type { Files } from '#store/files/files.ts'

/** What analyses are made and shown with, of one server. */
export interface AnalysisParts {
  /** What was sent, and what came of it. */
  files: Files
  analyzer: Analyzer
  /** Reads lists while they come. */
  alongside: Alongside
  /** Those that this server is at, by id. */
  running: Map<string, RunningAnalysis>
  results: Results
  /** Something waits to be done. */
  wake(): void
  /** Days after which an analysis goes. */
  keptDays: number
}

export const openAnalysisParts = (
  files: Files,
  rest: Pick<AnalysisParts, 'wake' | 'keptDays'>,
): AnalysisParts => {
  const analyzer = openAnalyzer()
  return {
    files,
    analyzer,
    alongside: openAlongside({ files, analyzer }),
    running: new Map(),
    results: openResults(files),
    ...rest,
  }
}

export interface RunningAnalysis {
  cancel: AbortController
  read: number
  totals: AnalysisTotals
  /** The addresses so far. */
  list: AddressList
}

/** Results that were read last, so that a page of a list does not read its file again. */
export interface Results {
  /** @throws Error for a file that is gone, or not what was written */
  get(file: string): Promise<AnalysisResult>
}

/** Files in memory, and bytes of their addresses, at once. */
const max = { results: 8, bytes: 128 * 2 ** 20 }

const bytesOf = ({ keys, times, lines, cves }: AnalysisResult): number =>
  keys.byteLength + times.byteLength + lines.byteLength + 100 * cves.length

export function openResults(files: Pick<Files, 'path'>): Results {
  const kept = new Map<string, Promise<AnalysisResult>>()
  const sizes = new Map<string, number>()
  const forget = (file: string): void => {
    kept.delete(file)
    sizes.delete(file)
  }
  return {
    get(file) {
      const known = kept.get(file)
      if (known) {
        // The one that was used last goes last.
        kept.delete(file)
        kept.set(file, known)
        return known
      }
      const reading = readResult(files.path(file))
      kept.set(file, reading)
      reading.then(
        (result) => {
          sizes.set(file, bytesOf(result))
          for (const oldest of kept.keys()) {
            const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
            if (kept.size <= 1 || (kept.size <= max.results && bytes <= max.bytes)) break
            forget(oldest)
          }
        },
        () => forget(file),
      )
      return reading
    },
  }
}
