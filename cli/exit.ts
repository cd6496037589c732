/** Exit codes, so that scripts can tell what happened. Listed in `noisefloor --help`. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, refused: 3, unreachable: 4 } as const

/** Ends a command with a code and one line for a person on standard error. */
export class Exit extends Error {
  readonly code: number
  /** What comes after would end the same way: a key that is refused for one capture is refused for all. */
  readonly final: boolean

  /** `cause`: the system's name of what went wrong, e.g. "ECONNREFUSED". */
  constructor(
    code: keyof typeof exitCodes,
    message: string,
    { final = false, cause }: { final?: boolean; cause?: string | undefined } = {},
  ) {
    super(message, { cause })
    this.code = exitCodes[code]
    this.final = final
  }
}
