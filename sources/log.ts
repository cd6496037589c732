/** The little of a pino logger that sources need; a test may pass its own. */
export interface Log {
  info(facts: Record<string, unknown>, message: string): void
  warn(facts: Record<string, unknown>, message: string): void
}
