import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { type PassThrough, Readable } from 'node:stream'
import type { Context } from 'hono'
import { Refusal, refuse } from '#model/errors.ts'
import { bodyAtPace, listPace } from './body.ts'
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
 * @throws Refusal 'invalid-input' for a form without a file and a text, with several, or that is none; 'too-large' for a text that is better
 * sent as a file
 */
export async function uploadOf(c: Context<Env>): Promise<Upload> {
  const body = bodyAtPace(c.env, c.var.signal, listPace)
  const type = c.req.header('content-type') ?? ''
  const length = Number(c.req.header('content-length') ?? 0)
  if (/^multipart\/form-data\b/i.test(type)) return inForm(body, type, length)
  return { body, fileName: '', declared: length, givesChunks: true }
}

function inForm(body: PassThrough, type: string, length: number): Promise<Upload> {
  const form = formOf(type)
  const told = Promise.withResolvers<Upload>()
  const whole = Promise.withResolvers<void>()
  // Who was refused before reads no further.
  whole.promise.catch(() => undefined)
  let content: Readable | null = null
  function fail(error: unknown): void {
    const refusal = asRefusal(error)
    told.reject(refusal)
    whole.reject(refusal)
    content?.destroy(refusal)
    form.destroy()
    body.destroy()
  }
  function take(list: Readable, rest: Pick<Upload, 'fileName' | 'declared'>): void {
    list.on('error', () => undefined)
    if (content) return fail(severalLists())
    content = list
    told.resolve({ ...rest, body: toTheEnd(list, whole.promise), givesChunks: false })
  }
  form.on('file', (field, stream, fileName) => {
    if (field !== 'file') return void stream.on('error', () => undefined).resume()
    take(stream, {
      fileName: (fileName ?? '').split(/[\\/]/).at(-1) ?? '',
      declared: Math.max(0, length - formBytes),
    })
  })
  form.on('field', (field, value, _, isCut) => {
    // What has no name of a file is a text, whatever the field is called.
    if (field !== 'text' && field !== 'file') return
    if (isCut) fail(refuse('too-large', `A text may have ${limits.fieldSize} bytes: send it as a file.`))
    else take(Readable.from([Buffer.from(value)], { objectMode: false }), { fileName: '', declared: 0 })
  })
  form.once('filesLimit', () => fail(severalLists()))
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    form.once(limit, () =>
      fail(
        refuse('invalid-input', `A form may have ${limits.fields} fields: send the list in "file" alone.`),
      ),
    )
  form.on('error', fail)
  form.once('finish', () => {
    whole.resolve()
    told.reject(refuse('invalid-input', 'The form has no list: expected one in the field "file" or "text".'))
  })
  body.once('error', fail)
  body.pipe(form)
  return told.promise
}

/** What comes behind a list may break the form as a whole: the list is over when the form is. */
async function* toTheEnd(list: Readable, whole: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* list as AsyncIterable<Uint8Array>
  await whole
}

const severalLists = (): Refusal =>
  refuse(
    'invalid-input',
    'The form holds more than one list: one file is expected, in the field "file". Send each by itself.',
  )

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
