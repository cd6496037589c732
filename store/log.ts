/** The one shape of a log, the part of a pino logger that the product uses; the server makes it (server/run/program.ts). */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** The same with fields on every line. */
  child(fields: object): Log
}

const nothing = (): void => undefined

/** Keeps quiet: for tests and short-lived tools. */
export const silent: Log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => silent,
}
