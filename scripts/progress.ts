import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'

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
      for (const test of module.children.allTests('failed'))
        this.ctx.logger.log(`  × ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`)
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

  override onTestRunEnd(...end: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...end)
    this.ctx.logger.log('Slowest files:')
    for (const { name, seconds } of this.#ended
      .toSorted((one, other) => other.seconds - one.seconds)
      .slice(0, slowest))
      this.ctx.logger.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
  }
}

const firstLine = (message = ''): string => (message.split('\n')[0] ?? '').slice(0, 300)
