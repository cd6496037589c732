import type { Task } from '#services/work/tasks.ts'

const heavy = { isLight: () => false }

/** Tasks that take as long as a test says. */
export const slowTasks = {
  double: { isLight: (n: number) => n < 10, run: (n: number) => 2 * n } satisfies Task<number, number>,
  length: { ...heavy, run: (of: { length: number }) => of.length } satisfies Task<{ length: number }, number>,
  endsLater: {
    ...heavy,
    run(): string {
      setTimeout(() => process.exit(), 1)
      return 'still here'
    },
  } satisfies Task<null, string>,
  untilCancelled: {
    ...heavy,
    isLong: () => true,
    run(_: null, __, pace): string {
      while (!pace.cancelled());
      return 'noticed'
    },
  } satisfies Task<null, string>,
  deaf: {
    ...heavy,
    run(): string {
      for (;;);
    },
  } satisfies Task<null, string>,
}
