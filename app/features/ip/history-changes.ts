import type { VerdictStep } from '#model/verdict.ts'

type Reasons = VerdictStep['decided']

/** A step with what of its reasons is to be said: all of them where the verdict changed, else those that came and went. */
interface Change {
  step: VerdictStep
  came: Reasons
  went: Reasons
}

/** As it is read: rules differ by their names, words of the operator by themselves. */
const readAs = ({ slug, name, operator }: Reasons[number]): string => (operator ? slug : name)

const without = (reasons: Reasons, others: Reasons): Reasons => {
  const known = new Set(others.map(readAs))
  return reasons.filter((reason) => !known.has(readAs(reason)))
}

/** The newest first, as the steps are; where a reader would see no difference from the step before, that one stands for both. */
export function changesOf(steps: readonly VerdictStep[]): Change[] {
  return steps.flatMap((step, at) => {
    const earlier = steps[at + 1]
    if (step.before !== step.after || earlier === undefined) return [{ step, came: step.decided, went: [] }]
    const came = without(step.decided, earlier.decided)
    const went = without(earlier.decided, step.decided)
    return came.length + went.length === 0 && step.method === earlier.method ? [] : [{ step, came, went }]
  })
}
