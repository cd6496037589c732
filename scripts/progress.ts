import { relative } from 'node:path'
import { DefaultReporter, type TestCase, type TestModule, type TestSpecification } from 'vitest/node'

const lineEvery = 10_000
const slowest = 10

/**
 * Tells a person, or the log of a machine, how far a run is: a line for each file that failed at once, one about every
 * ten seconds, and at the end the files that took longest.
 */
export default class Progress extends DefaultReporter {
  #files = 0
  #failed = 0
  #ended: { name: string; seconds: number }[] = []
  #began = 0
  #saidAt = 0

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.#files = specifications.length
    this.#began = performance.now()
    this.#saidAt = this.#began
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module)
    const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic()
    const took = duration + collectDuration + setupDuration + prepareDuration
    this.#ended.push({ name: module.relativeModuleId, seconds: took / 1000 })
    if (module.state() === 'failed') {
      this.#failed += 1
      this.ctx.logger.log(`FAILED ${module.relativeModuleId}`)
      // At once, too: a log that is cut in its middle keeps its beginning.
      for (const test of module.children.allTests('failed')) this.ctx.logger.log(`  × ${told(test)}`)
    }
    const now = performance.now()
    if (now - this.#saidAt < lineEvery && this.#ended.length < this.#files) return
    this.#saidAt = now
    const failed = this.#failed === 0 ? '' : `, ${this.#failed} failed`
    const elapsed = Math.round((now - this.#began) / 1000)
    this.ctx.logger.log(`${this.#ended.length} of ${this.#files} files${failed}, ${elapsed} s`)
  }

  /** What a file says is told above; its failures stand at the end. */
  override printTestModule(): void {}

  /** The last lines name everything that failed, one each: of a long log some keep only the end (.ci/run says them again). */
  override onTestRunEnd(...end: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...end)
    const [modules, unhandled] = end
    this.ctx.logger.log('Slowest files:')
    for (const { name, seconds } of this.#ended
      .toSorted((one, other) => other.seconds - one.seconds)
      .slice(0, slowest))
      this.ctx.logger.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
    for (const module of modules.filter((one) => one.state() === 'failed')) {
      const tests = [...module.children.allTests('failed')].map(told)
      const hooks = [...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map(({ message }) => `${suite.fullName}: ${firstLine(message)}`),
      )
      const whole = module.errors().map(({ message }) => firstLine(message))
      for (const what of [...tests, ...hooks, ...whole])
        this.ctx.logger.log(`FAILED ${module.relativeModuleId}: ${what}`)
    }
    for (const error of unhandled) this.ctx.logger.log(`FAILED outside of a claim: ${toldOf(error)}`)
  }
}

type Unhandled = Parameters<DefaultReporter['onTestRunEnd']>[1][number]

const told = (test: TestCase): string => `${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`

/** Of this file or of one before it, which had the same process. */
const toldOf = ({
  type,
  message,
  cause,
  stack,
  VITEST_TEST_PATH: path,
  VITEST_TEST_NAME: name,
}: Unhandled): string =>
  [
    `${String(type)}: ${firstLine(message)}`,
    ...(cause ? [`because of ${firstLine(cause.message)}`] : []),
    ...(path ? [`while ${relative(process.cwd(), String(path))} ran, ${String(name ?? '')}`] : []),
    calls(stack),
  ].join('; ')

/** The innermost calls of a stack, on one line. */
const calls = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 6)
    .map((line) => line.trim())
    .join(' ')

const firstLine = (message = ''): string => (message.split('\n')[0] ?? '').slice(0, 300)
