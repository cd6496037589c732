import { createHash } from 'node:crypto'
import { packed } from '../http/encoding.ts'
import { besides, type Cut, placesOf } from './cut.ts'

/** A page, or the data of one, as it is sent to whoever may see the same. */
export interface KeptPage {
  body: Buffer<ArrayBuffer>
  /** What its body is, and the policy it fits. */
  headers: Readonly<Record<string, string>>
  /** Weak: two pages of one tag say the same, though one may have been made earlier on that day. */
  tag: string
  /** The tracking names it counts for. */
  views: readonly string[]
  gzipped(): Promise<Buffer<ArrayBuffer>>
}

export interface KeptPages {
  /** The page, unless it has to be made anew. */
  get(key: string): KeptPage | undefined
  /** Of several who need the same page one makes it; what is none to keep each makes for himself. */
  make(key: string, read: () => Promise<KeptPage | null>): Promise<KeptPage | null>
}

/** How old a page may be while nothing that its key names has changed, in milliseconds: as old as reports (services/reports.ts). */
const maxAgeMs = 5000
/** Of bodies as they are, and so much a page. */
const maxBytes = 8 * 1024 * 1024
const maxPageBytes = 1024 * 1024

/**
 * What a page says, with the day in place of the moment it was made (`now`), in pieces: that moment shows on paper only, and is of the page as
 * it is.
 */
export function dayOnly(body: Buffer, now: string): Buffer[] {
  const begin = '<time dateTime="'
  const cuts: Cut[] = []
  for (const at of placesOf(body, now)) {
    const [from, to] = [at - begin.length, at + now.length]
    if (from >= 0 && body.toString('latin1', from, to + 2) === `${begin}${now}">`)
      cuts.push({ from, to: body.indexOf('</time>', to) })
    else if (at >= (cuts.at(-1)?.to ?? 0)) cuts.push({ from: at + 'yyyy-mm-dd'.length, to })
  }
  return besides(body, cuts)
}

/** @param said what the tag is made of */
export function keptPage({
  body,
  said,
  headers,
  views,
}: Pick<KeptPage, 'body' | 'headers' | 'views'> & { said: readonly Buffer[] }): KeptPage {
  const hash = createHash('sha256')
  for (const piece of said) hash.update(piece)
  let zipped: Promise<Buffer<ArrayBuffer>> | undefined
  return {
    body,
    headers,
    views,
    tag: `W/"${hash.digest('base64url').slice(0, 27)}"`,
    gzipped: () => (zipped ??= Promise.resolve(packed(body))),
  }
}

/** `now` in milliseconds since 1970 UTC. */
export function openKeptPages(now: () => number): KeptPages {
  const kept = new Map<string, { at: number; page: KeptPage }>()
  const running = new Map<string, Promise<KeptPage | null>>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= kept.get(key)?.page.body.byteLength ?? 0
    kept.delete(key)
  }

  function keep(key: string, at: number, page: KeptPage): void {
    if (page.body.byteLength > maxPageBytes) return
    drop(key)
    kept.set(key, { at, page })
    bytes += page.body.byteLength
    // The order of the map is that of making: the oldest are also the first to be too old.
    for (const [oldest, { at: made }] of kept) {
      if (bytes <= maxBytes && now() - made < maxAgeMs) break
      drop(oldest)
    }
  }

  const get = (key: string): KeptPage | undefined => {
    const found = kept.get(key)
    const age = found ? now() - found.at : -1
    // A clock that was set back says nothing of an age.
    return found && age >= 0 && age < maxAgeMs ? found.page : undefined
  }

  return {
    get,
    async make(key, read) {
      const other = running.get(key)
      const theirs = other && (await other.catch(() => null))
      if (theirs) return theirs
      const at = now()
      const made = read()
      running.set(key, made)
      try {
        const page = await made
        if (page) keep(key, at, page)
        return page
      } finally {
        if (running.get(key) === made) running.delete(key)
      }
    },
  }
}
