import { createHash, randomBytes } from 'node:crypto'

/** What somebody holds who may do something: 256 random bits. Only `hashOf` it is kept. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** 256 random bits are found by their hash: no comparison tells anything of the others. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Longer is nothing that was given out. */
export const isPlausible = (secret: string): boolean => /^[\w-]{20,100}$/.test(secret)
