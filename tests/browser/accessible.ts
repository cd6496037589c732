import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The small build: to send and read the other one takes as long as what it then does. */
const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe holds against the page as it stands, a line a rule with the first three places. `tags` choose among its rules; without
 * them all take part that are on by default. Whatever passed stays in the page: it is thousands of elements.
 */
export async function violations(page: Page, tags?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  return page.evaluate(async (runOnly) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
    })
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))}`,
    )
  }, tags?.slice())
}
