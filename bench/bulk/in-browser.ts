import { signInOwner } from '#tests/browser/first-owner.ts'
import { openBrowser } from '#tests/browser/open.ts'
import { alive, visit } from '#tests/browser/visitor.ts'
import type { Product } from '#tests/product/start.ts'

/** Seconds from the press of the button until the page says how far the list is, and until it shows the counts of all of it. */
export interface InBrowser {
  progress: number
  counts: number
}

/** Runs in the page: notes when it was pressed, and when each of both stood there. */
const watch = (): void => {
  const noted: { pressed?: number; progress?: number; counts?: number } = {}
  Object.assign(window, { noted })
  document.addEventListener('click', ({ timeStamp }) => (noted.pressed = timeStamp), { capture: true })
  new MutationObserver(() => {
    // In words: the bar itself stands for what takes longer.
    if (/\d \w+ of \d.* sent/.test(document.querySelector('main')?.textContent ?? ''))
      noted.progress ??= performance.now()
    const all = document.querySelector('nav[aria-label="Parts"] a')?.textContent ?? ''
    if (/[1-9]/.test(all) && !document.querySelector('main progress')) noted.counts ??= performance.now()
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** A file of addresses as an analyst sends it: chosen on the page, and looked at until all of it is counted. */
export async function sendInBrowser(product: Product, path: string): Promise<InBrowser> {
  const browser = await openBrowser()
  try {
    const storageState = await signInOwner(browser, product)
    const { page, leave } = await visit(browser, product.url, { storageState })
    await page.goto('/ip/analysis')
    await alive(page)
    await page.evaluate(watch)
    await page.getByLabel('File', { exact: true }).setInputFiles(path)
    await page.getByRole('button', { name: 'Analyze IPs' }).last().click()
    const seconds = await page.waitForFunction(() => {
      const { noted } = window as unknown as { noted: Record<'pressed' | 'progress' | 'counts', number> }
      return noted.counts && [noted.progress - noted.pressed, noted.counts - noted.pressed]
    })
    const [progress = NaN, counts = NaN] = ((await seconds.jsonValue()) || []).map((ms) => ms / 1000)
    await leave()
    return { progress, counts }
  } finally {
    await browser.close()
  }
}
