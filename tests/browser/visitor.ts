import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { userAgent } from './open.ts'

/** Somebody at a browser, and everything that went wrong while they looked. */
export interface Visitor {
  page: Page
  /** Dialogs, console errors, uncaught errors, policy violations and requests to anywhere but the product. */
  problems: string[]
  leave(): Promise<void>
}

/** A 404 or 400 page is an answer; the browser still notes it on its console. */
const isAnswerNoted = (text: string): boolean => /^Failed to load resource: .* status of 4\d\d/.test(text)

export async function visit(
  browser: Browser,
  url: string,
  { isNew = false, ...options }: BrowserContextOptions & { isNew?: boolean } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    userAgent,
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  // The notice about cookies has journeys of its own.
  if (!isNew) await context.addCookies([{ name: 'cookieconsent_status', value: 'dismiss', url }])
  const page = await context.newPage()
  page.setDefaultTimeout(600_000)
  const problems: string[] = []
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAnswerNoted(message.text()))
      problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught at ${page.url()}: ${error.message}`))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:'))
      problems.push(`outside: ${request.url()}`)
  })
  async function leave(): Promise<void> {
    // What answers in the place of the product may be at work: that nobody waits for it any more is no error.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  return { page, problems, leave }
}

/** How somebody looks at it: the settings of their browser, and whether they are there for the first time. */
export type Visiting = NonNullable<Parameters<typeof visit>[2]>

/** What somebody does there, in which nothing may go wrong. */
export async function journeyAt(
  { browser, url, ...options }: { browser: Browser; url: string } & Visiting,
  journey: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, problems, leave } = await visit(browser, url, options)
  await journey(page)
  await leave()
  expect(problems).toEqual([])
}

/** What makes the page wider than its window; nothing when it does not scroll sideways. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth && element.closest('.overflow-x-auto') === null,
    )
    return [
      `${scrollWidth - clientWidth} px`,
      ...wide.map((element) => `${element.tagName}.${element.getAttribute('class')}`),
    ].slice(0, 8)
  })

/**
 * The page is drawn and React has taken over, listeners of keys included. The elements know React while it
 * still takes over; only afterwards the root is no longer "dehydrated", and its effects run by messages that
 * were sent before ours (timers may stand still: some journeys set the clock).
 */
export const alive = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const container = Object.entries(document).find(([key]) => key.startsWith('__reactContainer$'))?.[1] as
      | { stateNode: { pendingLanes: number; current: { memoizedState: { isDehydrated: boolean } | null } } }
      | undefined
    const root = container?.stateNode
    const state = root?.current.memoizedState
    if (!root || !state || state.isDehydrated || root.pendingLanes !== 0) return false
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      let left = 10
      port1.addEventListener('message', () => {
        // What only scripts can do comes in a transition of its own, which an effect begins (app/ui/use-alive.ts).
        if (root.pendingLanes !== 0) left = 10
        if (left-- > 0) port2.postMessage(null)
        else resolve(true)
      })
      port1.start()
      port2.postMessage(null)
    })
  })

/** A page of a fresh browser, in whose scripts nothing may fail. Its console, which names parts that cannot be loaded, is not looked at. */
export async function onFreshPage(
  { browser, url, ...options }: { browser: Browser; url: string } & BrowserContextOptions,
  story: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: url, userAgent, ...options })
  try {
    const page = await context.newPage()
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(String(error)))
    await story(page)
    expect(failures).toEqual([])
  } finally {
    await context.close()
  }
}
