import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { Refusal, refuse } from '#model/errors.ts'
import { bodyAtPace, uploadPace } from './body.ts'
import type { Env } from './env.ts'

/** A content that is sent: as it is, or as the field `file` of a form (RFC 7578), or what was typed into its field `text`. */
export interface Upload {
  body: AsyncIterable<Uint8Array>
  /** "" where nobody named one. */
  fileName: string
  /** Bytes that it says it has at least; 0 where it does not say. */
  declared: number
  /** Its chunks are nobody else's. What reads forms hands out parts of its own memory. */
  givesChunks: boolean
}

/** Bytes that a form may have besides its file: the file of the largest size allowed is not refused for its form. */
const formBytes = 50_000

/** Fields of a form beside the file, and bytes of each: only a text is read, and it is held in memory. */
const limits = { files: 1, fields: 20, fieldSize: 1_500_000, headerPairs: 50, parts: 25 }

/**
 * The content as it arrives; its name is told before.
 * @throws Refusal 'invalid-input' for a form without a file and a text, or that is none; 'too-large' for a text that is better sent as a file
 */
export async function uploadOf(c: Context<Env>): Promise<Upload> {
  const body = bodyAtPace(c.env, c.var.signal, uploadPace)
  const type = c.req.header('content-type') ?? ''
  const length = Number(c.req.header('content-length') ?? 0)
  if (!/^multipart\/form-data\b/i.test(type))
    return { body, fileName: '', declared: length, givesChunks: true }
  const form = formOf(type)
  const { promise, resolve, reject } = Promise.withResolvers<Upload>()
  form.on('file', (field, stream, fileName) => {
    if (field !== 'file') return void stream.resume()
    stream.on('error', () => undefined)
    // What comes behind it breaks the form as a whole.
    form.once('error', (error: unknown) => stream.destroy(asRefusal(error)))
    resolve({
      body: stream,
      fileName: (fileName ?? '').split(/[\\/]/).at(-1) ?? '',
      declared: Math.max(0, length - formBytes),
      givesChunks: false,
    })
  })
  form.on('field', (field, value, _, isCut) => {
    if (field !== 'text') return
    if (isCut) reject(refuse('too-large', `A text may have ${limits.fieldSize} bytes: send it as a file.`))
    else
      resolve({
        body: Readable.from([Buffer.from(value)], { objectMode: false }),
        fileName: '',
        declared: 0,
        givesChunks: false,
      })
  })
  form.once('error', (error) => reject(asRefusal(error)))
  form.once('finish', () =>
    reject(refuse('invalid-input', 'The form has no list: expected one in the field "file" or "text".')),
  )
  body.once('error', (error) => form.destroy(error))
  body.pipe(form)
  return promise
}

function formOf(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch (error) {
    throw asRefusal(error)
  }
}

const asRefusal = (error: unknown): Error =>
  error instanceof Refusal
    ? error
    : refuse(
        'invalid-input',
        `The form cannot be read: ${error instanceof Error ? error.message : String(error)}. Expected multipart/form-data with the field "file".`,
      )
