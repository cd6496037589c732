import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** One line that fixes it, for a machine without a browser. */
export const browserAdvice =
  'No Chromium found. Install it with: sudo apt-get install -y chromium (or set NOISEFLOOR_NO_BROWSER=1 to leave the browser tests out).'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of a Chromium on PATH, or undefined. */
export function findBrowser(path = process.env.PATH ?? ''): string | undefined {
  const candidates = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return candidates.find((candidate) => existsSync(candidate))
}
