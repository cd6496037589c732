import type { Page } from 'playwright-core'

/** Fills the form that makes an account. @param of `name`: first and last */
export async function fillAccount(
  page: Page,
  of: { address: string; name: readonly [string, string]; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(of.address)
  await page.getByLabel('First name').fill(of.name[0])
  await page.getByLabel('Last name').fill(of.name[1])
  await page.getByLabel('Password').fill(of.password)
}
