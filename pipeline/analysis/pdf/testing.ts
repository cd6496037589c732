/** Small PDFs for tests (ISO 32000-1 §7.5), well made or not. */

type Part = string | Uint8Array

const bytesOf = (part: Part): Uint8Array => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)

/** Objects numbered from 1, the first one the catalog; with their table and trailer. */
export function pdfOf(objects: readonly Part[], trailer = ''): Buffer {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]!.length
  const offsets = objects.map((object, at) => {
    const offset = length
    const all = [Buffer.from(`${at + 1} 0 obj\n`), bytesOf(object), Buffer.from('\nendobj\n')]
    parts.push(...all)
    length += all.reduce((sum, part) => sum + part.length, 0)
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

export const streamOf = (content: Part, dictionary = ''): Buffer => {
  const bytes = bytesOf(content)
  return Buffer.concat([
    Buffer.from(`<</Length ${bytes.length}${dictionary}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
export const catalog = '<</Type/Catalog/Pages 2 0 R>>'
const resources = '/Resources<</Font<</F 3 0 R>>>>'

/** A page a content: operators between BT and ET. */
export function pagesOf(contents: readonly Part[], dictionary = ''): Buffer {
  const first = 4
  const kids = contents.map((_, at) => `${first + 2 * at} 0 R`).join(' ')
  return pdfOf([
    catalog,
    `<</Type/Pages/Count ${contents.length}/Kids[${kids}]>>`,
    font,
    ...contents.flatMap((content, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${resources}/Contents ${first + 2 * at + 1} 0 R>>`,
      streamOf(content, dictionary),
    ]),
  ])
}

/** Operators that write lines one below the other. */
export const linesOf = (lines: readonly string[]): string =>
  `BT /F 12 Tf 14 TL 50 700 Td ${lines.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`).join(' ')} ET`
