import { pipeline, type Readable, Transform } from 'node:stream'

/** More was carried than may be, or for longer. */
class Exceeded extends Error {}

/** What comes of a stream, until it has so many bytes or took so long; beyond that it fails. */
export function bounded(
  source: Readable,
  { bytes, connectionMs }: { bytes: number; connectionMs: number },
): Readable {
  let seen = 0
  const counted = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      seen += chunk.length
      if (seen > bytes) done(new Exceeded(`more than ${bytes} bytes were carried`))
      else done(null, chunk)
    },
  })
  const late = setTimeout(() => counted.destroy(new Exceeded('it took too long')), connectionMs)
  counted.once('close', () => clearTimeout(late))
  // Whoever reads is told; nobody may be reading yet.
  counted.on('error', () => undefined)
  pipeline(source, counted, () => undefined)
  return counted
}
