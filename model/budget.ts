/**
 * What one request may cost, a limit a line with its reason. Beyond each stands a clear refusal ('too-costly' with the place
 * in the query, 'too-large') or a shorter page with a scroll token; never a long silence (docs/decisions/0019).
 */
export const budget = {
  /** Bytes of a page of records: what a browser or a script still reads at once. */
  answerBytes: 32 * 1024 * 1024,
  /** Rows × conditions of one page with explanations: each is a match and some hundred bytes of answer. */
  explanations: 100_000,
  /** The same of a page for people, all of which is drawn. */
  shownExplanations: 5_000,
  /** Milliseconds a page with explanations is worked on; it ends with the rows that are done. */
  explainMs: 5_000,
  /** Milliseconds after which a worker that has not answered is ended, whatever it does. */
  workMs: 20_000,
  /** Tasks that wait for a worker; beyond, 'busy'. */
  waitingTasks: 64,
  /** Megabytes of a worker's heap: the largest page with its records and its answer, several times. */
  workerHeap: 768,
  /** Characters of a query that is read on the server's own thread: some milliseconds at worst. */
  lightQuery: 256,
  /** Rows of a page for people that are read on the server's own thread, and bytes of their records. */
  lightRows: 60,
  lightBytes: 512 * 1024,
  /** Rows of a page of records that is written there, and bytes of them: about a millisecond, in which all others wait. */
  lightPageRows: 10,
  lightPageBytes: 128 * 1024,
  /** Rows × conditions that are explained on the server's own thread. */
  lightExplanations: 500,
  /** Steps in the index in memory (search-index/steps.ts): some tenths of a second, in which other searches wait. */
  indexSteps: 200_000_000,
  /** Bytes of columns × tests in the engine (predicate/cost.ts): some ten seconds on two cores. */
  engineSteps: 16_000_000_000,
  /** Seconds of one statement for a visitor. */
  statementSeconds: 15,
  /** Seconds of all statements of one request together. */
  engineSeconds: 30,
  /** Bytes one statement for a visitor may hold in memory. */
  statementMemory: 2_000_000_000,
  /** Milliseconds the engine may leave a sign of life unanswered before its readers are told. */
  silenceMs: 2_000,
} as const

export type Budget = { readonly [Name in keyof typeof budget]: number }
