/** The part of a structured logger this floor writes to; pino's shape, so that the server can pass its own. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const nothing = (): void => undefined

/** Keeps quiet: for tests and short-lived tools. */
export const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
