import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a file starts says how long it takes; the first that holds counts. */
const starts: readonly RegExp[] = [
  /\b(?:openBrowser|openPages)\(|\btorture\w+\(/,
  /\bstartProduct\(|\bopen(?:Inside|Lists)\(|\bopenTestShards\(/,
  /\blaunchEngine\(|\bopenTestAnalytics\(/,
]

/**
 * Files that share a process stand together, as it goes on to the next file only if that shares it: behind those with a browser if
 * they have a server, behind all others if not; the pure ones take no time and stand at the end.
 */
function rank({ project }: TestSpecification, text: string): number {
  if (project.name === 'inside') return 0.5
  if (project.name === 'pure') return starts.length + 1
  const at = starts.findIndex((start) => start.test(text))
  const last = project.config.isolate ? 1 : starts.length
  return at < 0 ? last : project.config.isolate ? Math.min(at, last) : last - 1
}

/** Longest files first, so that none of them is left for the end, where the others would wait for it alone. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
      .map((file) => {
        const text = readFileSync(file.moduleId, 'utf8')
        return { file, rank: rank(file, text), length: text.length }
      })
      .toSorted((one, other) => one.rank - other.rank || other.length - one.length)
      .map(({ file }) => file)
  }
}
