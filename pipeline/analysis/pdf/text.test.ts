import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { catalog, linesOf, pagesOf, pdfOf, streamOf } from './testing.ts'
import { textOfPdf } from './text.ts'

/** A real process for each; only one claim is about time. */
async function read(pdf: Uint8Array, seconds = 300): Promise<string> {
  const chunks: Uint8Array[] = []
  async function* inPieces(): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < pdf.length; from += 65_536) yield pdf.subarray(from, from + 65_536)
  }
  for await (const chunk of textOfPdf(inPieces(), { limitSeconds: seconds })) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const flate = '/Filter/FlateDecode'
const unfolding = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes, 32))
const tree = '<</Type/Pages/Count 1/Kids[3 0 R]>>'
const page = (more = ''): string => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${more}>>`

test('each page is a line of text', async () => {
  const first = linesOf(['CVE-2021-44228 (a)', 'and CVE-2021-', '45046'])
  const second = deflateSync(linesOf(['CVE-2022-0001']))
  expect(await read(pagesOf([first, linesOf([]), linesOf(['end'])]))).toBe(
    'CVE-2021-44228 (a) and CVE-2021-45046\n\nend\n',
  )
  expect(await read(pagesOf([second], flate))).toBe('CVE-2022-0001\n')
})

test('nothing that it asks to be run or fetched is', async () => {
  const actions =
    '/OpenAction<</S/JavaScript/JS(while\\(1\\);)>>/AA<</WC<</S/URI/URI(http://127.0.0.1:1/)>>>>'
  expect(await read(pdfOf([catalog.replace('>>', `${actions}>>`), tree, page()]))).toBe('\n')
})

describe('refused in plain words is', () => {
  const cannot = 'it is a PDF that cannot be read'
  const encryption = `<</Filter/Standard/V 1/R 2/P -4/O(${'A'.repeat(32)})/U(${'B'.repeat(32)})>>`
  test.each<[string, () => Uint8Array, string]>([
    [
      'one with a password',
      () => pdfOf([catalog, tree, page(), encryption], '/Encrypt 4 0 R/ID[(a)(a)]'),
      'encrypted',
    ],
    ['one that was cut', () => pagesOf([linesOf(['CVE-2021-44228'])]).subarray(0, 300), cannot],
    ['one that says it is one and no more', () => Buffer.from('%PDF-1.7'), cannot],
    ['junk', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 7)]), cannot],
    [
      'pages that are among their own pages',
      () => pdfOf([catalog, '<</Type/Pages/Count 1/Kids[2 0 R]>>']),
      cannot,
    ],
    ['an object that is another that is the first', () => pdfOf([catalog, '3 0 R', '2 0 R']), cannot],
    ['what is nested a million times', () => pdfOf([catalog, tree, page(`/X ${'['.repeat(1e6)}`)]), cannot],
    ['more pages than one may have', () => pagesOf(Array.from({ length: 5001 }, () => '')), '5000 pages'],
    ['a page that unfolds to a gigabyte', () => pagesOf([unfolding(2 ** 30)], flate), 'memory'],
    [
      'objects that need more memory',
      () => pdfOf([catalog, tree, page(`/X[${'1 '.repeat(25e6)}]`)]),
      'memory',
    ],
    ['a file that is too large', () => Buffer.concat([pagesOf(['']), Buffer.alloc(64 * 2 ** 20)]), '64 MiB'],
  ])('%s', async (_name, make, message) => {
    await expect(read(make())).rejects.toMatchObject({
      name: 'Refusal',
      code: expect.stringMatching(/unsupported-media|too-large/),
      message: expect.stringContaining(message),
    })
  })

  test('what takes longer than one may', async () => {
    const long = pagesOf([deflateSync(Buffer.from('q '.repeat(15e6)))], flate)
    await expect(read(long, 1)).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('1 seconds'),
    })
  })
})

describe('what goes in a circle, or claims to be endless, ends', () => {
  const form = (content: string, next: number): Buffer =>
    streamOf(content, `/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</X ${next} 0 R>>>>`)
  const drawing = (next: number): string => page(`/Resources<</XObject<</X ${next} 0 R>>>>/Contents 4 0 R`)
  test.each<[string, () => Uint8Array]>([
    [
      'a form that draws itself',
      () => pdfOf([catalog, tree, drawing(5), streamOf('/X Do'), form('/X Do /X Do', 5)]),
    ],
    [
      'forms that each draw the next ten times',
      () =>
        pdfOf([
          catalog,
          tree,
          drawing(5),
          streamOf('/X Do '.repeat(10)),
          ...Array.from({ length: 12 }, (_, at) => form('/X Do '.repeat(10), 6 + at)),
        ]),
    ],
    [
      'a length that is its own',
      () => pdfOf([catalog, tree, page('/Contents 4 0 R'), '<</Length 4 0 R>>stream\nx\nendstream']),
    ],
    ['a number of pages that are not there', () => pdfOf([catalog, tree.replace('1', '1000000000'), page()])],
    [
      'columns without an end',
      () => pagesOf([deflateSync('abc')], `${flate}/DecodeParms<</Predictor 15/Columns 2000000000>>`),
    ],
  ])('%s', async (_name, make) => expect(await read(make())).toBe('\n'))
})

describe('whoever leaves ends the process', () => {
  const many = pagesOf(Array.from({ length: 3000 }, () => linesOf(['CVE-2021-44228'])))
  async function* all(): AsyncGenerator<Uint8Array> {
    yield many
  }

  test('by reading no further', async () => {
    for await (const chunk of textOfPdf(all())) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
  })

  test('by saying so', async () => {
    const leave = new AbortController()
    const reading = (async () => {
      for await (const _ of textOfPdf(all(), { signal: leave.signal })) leave.abort()
    })()
    await expect(reading).rejects.toThrow('aborted')
  })
})
