import type { Known, Pace, QueryTasks, Task } from './tasks.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- of a set of tasks each has its own input and output
export type TaskSet = Record<string, Task<any, any>>
export type InputOf<T> = T extends Task<infer I, unknown> ? I : never
export type OutputOf<T> = T extends Task<never, infer O> ? O : never

export interface RunOptions {
  /** Ends the task with whoever waits for it. */
  signal?: AbortSignal | undefined
  /** Handed over instead of copied: they are empty here afterwards when a worker did the task. */
  transfer?: readonly ArrayBuffer[]
  /** 1 comes first of those that wait for a worker; as 1 without it. */
  priority?: number
  /** What is no light task waits here for its admission. @returns what ends the stay */
  admit?: ((signal: AbortSignal) => Promise<() => void>) | undefined
}

/** Does tasks, wherever they are done best. */
export interface Work<T extends TaskSet = QueryTasks> {
  /** @throws Refusal 'busy' when too many wait, 'too-costly' when it took too long or too much memory */
  run<K extends keyof T>(name: K, input: InputOf<T[K]>, options?: RunOptions): Promise<OutputOf<T[K]>>
}

/** The pace of what nothing ends. */
export function pace(cancelled: () => boolean = () => false): Pace {
  const began = performance.now()
  return { cancelled, spent: () => performance.now() - began }
}

/** Does everything where it stands: for programs that serve nobody beside. */
export function workHere<T extends TaskSet>(tasks: T, known: Known): Work<T> {
  return {
    async run(name, input, { signal } = {}) {
      signal?.throwIfAborted()
      return tasks[name]!.run(
        input,
        known,
        pace(() => signal?.aborted === true),
      ) as never
    },
  }
}

/** Who waits for the work. */
export interface WorkCaller {
  /** What is under way ends with it. */
  signal: AbortSignal
  admissions: { tasks: NonNullable<RunOptions['admit']>; priority: () => number }
}

/** The same work for one caller. */
export const workFor = <T extends TaskSet>({ signal, admissions }: WorkCaller, work: Work<T>): Work<T> => ({
  run: (name, input, options) =>
    work.run(name, input, { signal, admit: admissions.tasks, priority: admissions.priority(), ...options }),
})
