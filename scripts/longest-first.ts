import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a file starts says how long it takes; the first that holds counts. */
const starts: readonly RegExp[] = [
  /\bopenBrowser\(|\btorture\w+\(/,
  /\bstartProduct\(|\bopenInside\(|\bopenTestShards\(/,
  /\blaunchEngine\(|\bopenTestAnalytics\(/,
]

/**
 * Files that share a process stand together, as it goes on to the next file only if that shares it: behind those with a browser if
 * they have a server, else at the end.
 */
function rank({ project }: TestSpecification, text: string): number {
  if (project.name === 'inside') return 0.5
  if (!project.config.isolate) return starts.length + 1
  const at = starts.findIndex((start) => start.test(text))
  return at < 0 ? starts.length : at
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
