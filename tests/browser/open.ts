import { chromium, type Browser } from 'playwright-core'
import { browserAdvice, findBrowser } from './find.ts'

/** Headless Chromium calls itself HeadlessChrome, which counts as a bot: journeys must look like a person's. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/**
 * What is turned off. Of several lists Chromium reads the last, so Playwright's own stands here, too (chromiumSwitches.ts of 1.65).
 * Each window of a whole Chromium draws the list below its address bar as two pages of their own, and keeps a renderer ready for the
 * next page: half of what opening a page costs, for nothing that a journey sees.
 */
const without = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

const flags = [
  `--disable-features=${without.join(',')}`,
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
