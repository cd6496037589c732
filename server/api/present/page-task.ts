import { explain } from '#gnql/explain/explain.ts'
import { budget } from '#model/budget.ts'
import { type FieldGroup, withholding } from '#model/ip-document/groups.ts'
import type { BusinessService } from '#model/sources.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { type Known, type Pace, type Task } from '#services/work/tasks.ts'
import { type AskedQuery, analyzeAsked } from '#services/work/asked-query.ts'
import { documentAt, type RecordTexts, textAt } from '#store/analytics/ips/texts.ts'
import { presentIpRecord, presentQuick } from './ip-record.ts'
import { presentIpRecordV2 } from './ip-record-v2.ts'
import { recordTexts } from './record-text.ts'
import { type AskedFields, selection, selectsAll } from './select.ts'
import { inApiWords } from './api-enums.ts'

export interface PageToWrite extends AskedFields {
  texts: RecordTexts
  /**
   * v3, and api in its words: whole records, of which `fields` and `exclude` show some; quick: whether it is known; v2: flat
   * records.
   */
  shape: 'api' | 'v3' | 'quick' | 'v2'
  /** Of some rows the business service of the address. */
  services: ReadonlyMap<number, BusinessService>
  /** Beside each row which conditions of the query it meets, and on what. */
  explained: (AskedQuery & { conditions: number }) | null
  /** Groups of fields that the plan lacks: they stand empty. */
  lacking: readonly FieldGroup[]
  /** Bytes of the answer. */
  maxBytes: number
}

export interface WrittenPage {
  /** The rows as a JSON list. */
  json: Uint8Array<ArrayBuffer>
  /** How many rows there are; at least one, whatever it costs. */
  rows: number
  /** What ended the page before its last row. */
  cut: 'bytes' | 'conditions' | 'time' | null
}

/** Writes rows until all are written or a bound is met. */
export const writePage: Task<PageToWrite, WrittenPage> = {
  isLight: ({ texts, explained }) =>
    texts.ends.length <= budget.lightPageRows &&
    texts.bytes.length <= budget.lightPageBytes &&
    (!explained ||
      (explained.query.length <= budget.lightQuery &&
        explained.conditions * texts.ends.length <= budget.lightExplanations)),
  isLong: ({ explained, texts }) => explained !== null && explained.conditions * texts.ends.length > 10_000,
  run(page, known, pace) {
    const { texts, explained, maxBytes } = page
    const write = writerOf(page, known)
    const all = texts.ends.length
    const explainable = explained ? Math.max(1, Math.floor(budget.explanations / explained.conditions)) : all
    const pieces: Buffer[] = [Buffer.from('[')]
    let bytes = 2
    let cut: WrittenPage['cut'] = explainable < all ? 'conditions' : null
    let rows = 0
    for (; rows < Math.min(all, explainable) && !pace.cancelled(); rows += 1) {
      if (rows > 0 && isLate(pace, explained)) {
        cut = 'time'
        break
      }
      const piece = Buffer.from(`${rows > 0 ? ',' : ''}${write(rows)}`)
      if (rows > 0 && bytes + piece.length > maxBytes) {
        cut = 'bytes'
        break
      }
      bytes += piece.length
      pieces.push(piece)
    }
    pieces.push(Buffer.from(']'))
    return { json: joined(pieces, bytes), rows, cut }
  },
}

const isLate = (pace: Pace, explained: PageToWrite['explained']): boolean =>
  explained !== null && pace.spent() > budget.explainMs

/** A buffer of its own, which can be handed to another thread. */
function joined(pieces: readonly Buffer[], bytes: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** Writes the row at a place. */
type RowWriter = (row: number) => string

function writerOf(page: PageToWrite, known: Known): RowWriter {
  const { texts, services } = page
  const allowed = withholding(page.lacking)
  const write = documentWriterOf(page, known)
  const fromDocument: RowWriter = (row) => write(allowed(documentAt(texts, row)), row)
  if (!isOfWholeRecords(page)) return fromDocument
  const textOf = recordTexts(page.shape === 'api' ? inApiWords(known.tags) : known.tags)
  return (row) => {
    const text = textOf(textAt(texts, row), services.get(row) ?? null)
    return text === null ? fromDocument(row) : `${text}}`
  }
}

/** Most pages are: nothing of such a record has to be read to write it. */
const isOfWholeRecords = (page: PageToWrite): boolean =>
  (page.shape === 'v3' || page.shape === 'api') &&
  selectsAll(page) &&
  !page.explained &&
  page.lacking.length === 0

function documentWriterOf(
  { shape, fields, exclude, services, explained }: PageToWrite,
  known: Known,
): (document: IpDocument, row: number) => string {
  const { tags } = known
  if (shape === 'v2') return (document) => JSON.stringify(presentIpRecordV2(document, tags))
  if (shape === 'quick')
    return (document, row) => JSON.stringify(presentQuick(document.ip, document, services.get(row) ?? null))
  const shown = selection({ fields, exclude })
  const understood = explained && analyzeAsked(explained, known)
  const worded = shape === 'api' ? inApiWords(tags) : tags
  return (document, row) => {
    const record = shown(presentIpRecord(document, worded, services.get(row) ?? null))
    return JSON.stringify(understood ? { ...record, explanation: explain(understood, document) } : record)
  }
}
