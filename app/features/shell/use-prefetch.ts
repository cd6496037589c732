import { useEffect, useState } from 'react'
import { useFrame } from '../../page-frame.tsx'

/** Milliseconds a link is in view, or pointed at, before its page's data is asked for (specification §7). */
const afterMs = 1000
/** So many are under way at most; the others wait. */
const mostAtOnce = 2
/** Milliseconds in which the same is asked for once. */
const onceInMs = 60_000

/** The pages whose data a browser may keep (server/pages/key.ts): of others it would be asked for again when they are opened. */
const kept = /^\/(?:$|ip\/|query\/|tags$|tags\/|cves$|cves\/|trends\/)/
/** Opening one of them is a search. */
const isSearch = /^\/(?:ip|query)\//

interface SlowConnection {
  connection?: { effectiveType?: string; saveData?: boolean }
}

/** Where React Router asks for the data of the page that a link leads to; null for one whose data is not asked for before. */
export function dataOf(href: string | null, { isCounted }: { isCounted: boolean }): string | null {
  if (href === null || !href.startsWith('/') || href.startsWith('//')) return null
  const url = new URL(href, 'http://here')
  if (!kept.test(url.pathname) || (isCounted && isSearch.test(url.pathname))) return null
  return `${url.pathname === '/' ? '/_' : url.pathname}.data${url.search}`
}

/** One for as long as the document stays. */
function openPrefetch(): (at: string) => void {
  const askedAt = new Map<string, number>()
  const waiting: string[] = []
  let running = 0
  function next(): void {
    const at = running < mostAtOnce ? waiting.shift() : undefined
    if (at === undefined) return
    running += 1
    // The browser keeps the answer, and asks with its tag when the page is opened: then it is counted, and seldom made anew.
    void fetch(at, { headers: { purpose: 'prefetch' }, priority: 'low' })
      .then(async (answer) => {
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`${answer.status}`)
      })
      .catch((error: unknown) => console.warn(`The data of a page could not be fetched before: ${at}`, error))
      .finally(() => {
        running -= 1
        next()
      })
  }
  return (at) => {
    const { connection } = navigator as SlowConnection
    if (connection?.effectiveType === 'slow-2g' || connection?.saveData) return
    const before = askedAt.get(at)
    if (before !== undefined && Date.now() - before < onceInMs) return
    askedAt.set(at, Date.now())
    waiting.push(at)
    next()
  }
}

const linkAt = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest('main a[href]:not([download])') : null

/** Data of pages that are likely next is asked for before: of the header's links once they are in view, of others once they are pointed at. */
export function usePrefetch(path: string): void {
  const isCounted = useFrame().searches !== null
  const [prefetch] = useState(openPrefetch)
  useEffect(() => {
    const timers = new Map<Element, ReturnType<typeof setTimeout>>()
    const start = (link: Element | null) => {
      const at = link && dataOf(link.getAttribute('href'), { isCounted })
      if (!link || !at || timers.has(link)) return
      timers.set(
        link,
        setTimeout(() => {
          timers.delete(link)
          prefetch(at)
        }, afterMs),
      )
    }
    const stop = (link: Element | null) => {
      if (!link) return
      clearTimeout(timers.get(link))
      timers.delete(link)
    }
    const seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) (isIntersecting ? start : stop)(target)
    })
    for (const link of document.querySelectorAll('nav.chrome a[href], header.chrome nav a[href]'))
      if (link.getAttribute('href') !== path) seen.observe(link)
    const onPoint = (event: Event) => start(linkAt(event))
    const onLeave = (event: Event) => stop(linkAt(event))
    const [points, leaves] = [['pointerover', 'focusin'] as const, ['pointerout', 'focusout'] as const]
    for (const name of points) document.addEventListener(name, onPoint)
    for (const name of leaves) document.addEventListener(name, onLeave)
    return () => {
      seen.disconnect()
      for (const timer of timers.values()) clearTimeout(timer)
      for (const name of points) document.removeEventListener(name, onPoint)
      for (const name of leaves) document.removeEventListener(name, onLeave)
    }
  }, [path, isCounted, prefetch])
}
