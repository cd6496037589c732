import type { AnalysisKind } from '#model/analysis.ts'
import { jsonText } from '../printable.ts'
import { cvePages } from './cves.ts'
import { ipPages } from './ips.ts'
import { type AskPage, pagesOf } from './pages.ts'

interface Page {
  data: unknown[]
}
interface UnseenPage extends Page {
  unseen_next: number | null
}

/** The whole answer as one object. Its rows are written page by page, for all of a list may be more than memory holds. */
export async function printJson(ask: AskPage, kind: AnalysisKind, limit: number): Promise<void> {
  const pages: AsyncGenerator<Page> = kind === 'ips' ? ipPages(ask, limit) : cvePages(ask, limit)
  const last = await writeRows('{\n  "data": [', pages)
  const unseen = kind === 'ips' && (await writeRows('  "unseen": [', unseenPages(ask, limit)))
  const facts = { ...last, ...unseen, data: undefined, unseen: undefined }
  console.log(jsonText(facts, 2).slice('{\n'.length))
}

/** Nobody is seen at this address: asked of it, a page of those that were not seen leaves out the others. */
const nobody = 'ip:255.255.255.255'

const unseenPages = (ask: AskPage, limit: number): AsyncGenerator<UnseenPage> =>
  pagesOf(
    async (place) => {
      const { unseen, unseen_next } = (await ask({ ...place, query: nobody })) as {
        unseen: unknown[]
        unseen_next: number | null
      }
      return { data: unseen, unseen_next }
    },
    limit,
    ({ unseen_next: next }) => (next === null ? null : { unseen_from: String(next) }),
  )

/** @returns the last page */
async function writeRows<P extends Page>(beginning: string, pages: AsyncIterable<P>): Promise<P | null> {
  let last: P | null = null
  let before = beginning
  for await (const page of pages) {
    for (const row of page.data) {
      process.stdout.write(`${before}\n    ${jsonText(row, 2).replaceAll('\n', '\n    ')}`)
      before = ','
    }
    last = page
  }
  process.stdout.write(before === ',' ? '\n  ],\n' : `${before}],\n`)
  return last
}
