import { data, type MiddlewareFunction, redirect } from 'react-router'
import { admit, pageAt } from './list.ts'
import { asksWithNul } from './nul.ts'

/** The guards' verdict as React Router understands it. Runs on the root route, so on every request and navigation. */
export const guarded: MiddlewareFunction<Response> = ({ url }) => {
  if (asksWithNul(url))
    throw data(
      {
        message: 'The address of this page holds the character U+0000 (%00), which no page takes.',
        code: 'invalid-input',
      },
      { status: 400, statusText: 'Bad Request' },
    )
  // Sign-in and plans are not part of this server yet: everybody is a visitor without limits.
  const verdict = admit(pageAt(url.pathname), { url, user: null, can: () => true })
  switch (verdict.kind) {
    case 'pass':
      return
    case 'redirect':
      throw redirect(verdict.to, verdict.status)
    case 'not-found':
      throw data(
        { message: `Page not found: ${verdict.path}`, code: 'not-found' },
        { status: 404, statusText: 'Not Found' },
      )
    case 'forbidden':
      throw data(
        { message: 'You do not have access to this page.', code: 'forbidden' },
        { status: 403, statusText: 'Forbidden' },
      )
  }
}
