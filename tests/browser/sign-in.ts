import { password } from '../api/account-browser.ts'
import { open } from './first-owner.ts'
import { alive, type Visitor } from './visitor.ts'

/** By the form, as somebody of `makePerson`. */
export async function signIn(visitor: Visitor, email: string): Promise<void> {
  const page = await open(visitor, '/auth-required?redirect=%2Fcheat-sheet')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/cheat-sheet')
  await alive(page)
}

export async function signOut({ page }: Visitor): Promise<void> {
  await page.locator('summary', { hasText: 'Some Body' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  await alive(page)
}
