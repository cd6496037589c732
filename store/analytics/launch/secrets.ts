import { createHash, randomBytes } from 'node:crypto'

/** Everything a start of the engine invents anew; none of it outlives the process that made it. */
export interface Secrets {
  /** Value of the header without which the engine answers no request. */
  header: string
  migrator: string
  app: string
  /** Shared between the shards of a test cluster, "" elsewhere. */
  cluster: string
}

/** 192 random bits as hex: no escaping in XML, headers or URLs. */
const secret = (): string => randomBytes(24).toString('hex')

export const makeSecrets = (): Secrets => ({
  header: secret(),
  migrator: secret(),
  app: secret(),
  cluster: '',
})

/** What stands in the users file in place of the password. */
export const passwordHash = (password: string): string => createHash('sha256').update(password).digest('hex')
