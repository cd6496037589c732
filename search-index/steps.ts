/** What a question asks for is more than one that holds up the others may cost. */
export class TooCostly extends Error {}

/** Nobody waits for the answer any more. */
export class Cancelled extends Error {}

/**
 * What one question costs, counted as it goes: a step is about a nanosecond's work, such as one character that is compared.
 */
export interface Steps {
  /** @throws TooCostly, Cancelled */
  spend(steps: number): void
}

/** For what takes little, whatever is asked. */
export const uncounted: Steps = { spend: () => undefined }

/** Steps between two looks at what else is asked: about a millisecond. */
const lookEvery = 1_000_000

/**
 * `cancel`: one number shared with who asks, not 0 once nobody waits. `look`: called every millisecond or so; what takes little can
 * be answered meanwhile.
 */
export function stepsUpTo(max: number, cancel?: Int32Array, look?: () => void): Steps {
  let left = max
  let unseen = 0
  return {
    spend(steps) {
      left -= steps
      if (left < 0) throw new TooCostly()
      unseen += steps
      if (look && unseen >= lookEvery) {
        unseen = 0
        look()
      }
      if (cancel && Atomics.load(cancel, 0) !== 0) throw new Cancelled()
    },
  }
}
