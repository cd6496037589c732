import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { eventually } from '../product/captures.ts'
import { firstOwnerLink } from '#services/sign-in/first-owner.ts'
import type { Inside } from '../product/inside.ts'
import type { Product } from '../product/start.ts'
import { fillAccount } from './fill-account.ts'
import { alive, visit, type Visitor } from './visitor.ts'

/** Goes to a page and waits until it can be used. */
export async function open({ page }: Visitor, path: string): Promise<Page> {
  await page.goto(path)
  await alive(page)
  return page
}

/** The path of the link that makes the owner's account; a start leaves it in a file where nobody reads a terminal. */
export async function ownerLink(of: Product | Inside): Promise<string> {
  if ('deps' in of) {
    const [first] = await of.deps.installation.workspaces.list()
    return firstOwnerLink(of.deps, first?.id ?? '')
  }
  const file = join(of.dataFolder, 'owner-link')
  const text = await eventually(
    () => readFile(file, 'utf8').catch(() => ''),
    (link) => link.endsWith('\n'),
  )
  return new URL(text.trim()).pathname
}

/** What a browser of somebody who is signed in keeps. */
export type SignedIn = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** Makes the owner's account. @returns what other browsers begin with to be signed in as the owner */
export async function signInOwner(browser: Browser, product: Product | Inside): Promise<SignedIn> {
  const owner = await visit(browser, product.url)
  const page = await open(owner, await ownerLink(product))
  await fillAccount(page, {
    address: 'olga@example.org',
    name: ['Olga', 'Owner'],
    password: 'a quiet sentence',
  })
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.waitForURL('**/signup/welcome')
  const signedIn = await page.context().storageState()
  await owner.leave()
  return signedIn
}
