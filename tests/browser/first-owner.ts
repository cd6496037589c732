import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { eventually } from '../product/captures.ts'
import type { Product } from '../product/start.ts'
import { alive, type Visitor } from './visitor.ts'

/** Goes to a page and waits until it can be used. */
export async function open({ page }: Visitor, path: string): Promise<Page> {
  await page.goto(path)
  await alive(page)
  return page
}

/** The path of the link that makes the owner's account, as a start leaves it where nobody reads a terminal. */
export async function ownerLink({ dataFolder }: Product): Promise<string> {
  const file = join(dataFolder, 'owner-link')
  const text = await eventually(
    () => readFile(file, 'utf8').catch(() => ''),
    (link) => link.endsWith('\n'),
  )
  return new URL(text.trim()).pathname
}
