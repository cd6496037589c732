import type { Page } from 'playwright-core'

export const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
export const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' }).last()
/** Undoes what was said last; a press beside the menu closes it. */
export const undone = (page: Page) =>
  Promise.all([
    page.waitForResponse(
      (answer) => answer.url().includes('/api/user/queries') && answer.request().method() !== 'GET',
    ),
    undo(page).click(),
  ])
