import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** One line that fixes it, for a machine without a browser. */
export const browserAdvice =
  'No Chromium found. Install it with: sudo apt-get install -y chromium (or set NOISEFLOOR_NO_BROWSER=1 to leave the browser tests out).'

export const wholeBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The same engine without windows, which nobody sees here: it takes a third less processor time. */
const withoutWindows = 'chromium-headless-shell'

/** Path of a Chromium on PATH, or undefined; of several the first of `names`. */
export function findBrowser(
  names: readonly string[] = [withoutWindows, ...wholeBrowsers],
): string | undefined {
  const path = process.env.PATH ?? ''
  const candidates = names.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)))
  return candidates.find((candidate) => existsSync(candidate))
}
