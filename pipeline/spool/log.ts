/** The part of a pino logger the pipeline speaks to. */
export interface Log {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
