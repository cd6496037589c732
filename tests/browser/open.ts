import { chromium, type Browser } from 'playwright-core'
import { browserAdvice, findBrowser } from './find.ts'

/** Headless Chromium calls itself HeadlessChrome, which counts as a bot: journeys must look like a person's. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(browserAdvice)
  return chromium.launch({ executablePath, args: flags, timeout: 120_000 })
}
