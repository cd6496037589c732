import { buffer } from 'node:stream/consumers'
import { getDocumentProxy } from 'unpdf'
import { type Ending, endings, maxPages, maxUnfolded } from './limits.ts'
import { lineOf } from './line.ts'

/** The process that reads one PDF (text.ts): the file comes by standard input, a line a page goes to standard output, and what went wrong is the exit code. */

const end = (ending: Ending): never => process.exit(endings[ending])

/**
 * Each stream of a PDF is unfolded into one array, and where that fails the library shows the page without it. Whoever reads a part
 * of a list cannot tell, so the first one that is too large ends everything.
 */
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, args: [number], made) {
    if (typeof args[0] === 'number' && args[0] > maxUnfolded) end('memory')
    return Reflect.construct(target, args, made === Uint8Array ? target : made) as Uint8Array<ArrayBuffer>
  },
})
// What it would unfold beside that goes through the same arrays then.
Reflect.deleteProperty(globalThis, 'DecompressionStream')

/** Nothing is drawn or asked for: no pictures, fonts of the system, forms, and no program in the file is run. */
const options = {
  verbosity: 0,
  useSystemFonts: false,
  disableFontFace: true,
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
  isImageDecoderSupported: false,
  isOffscreenCanvasSupported: false,
  maxImageSize: 0,
}

const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())))

try {
  const bytes = await buffer(process.stdin)
  const pdf = await getDocumentProxy(new Uint8Array(bytes), options)
  if (pdf.numPages > maxPages) end('pages')
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ disableNormalization: true })
    await write(lineOf(items))
    page.cleanup()
  }
  end('done')
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  if (name === 'PasswordException') end('encrypted')
  if (name === 'RangeError' && message.includes('allocation')) end('memory')
  end('damaged')
}
