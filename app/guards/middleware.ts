import { data, type MiddlewareFunction, redirect } from 'react-router'
import { services, viewed } from '../context.ts'
import { pageAt } from '../routes/page-at.ts'
import { admit } from './list.ts'
import { asksWithNul } from '../nul.ts'
import { missingWords } from '../route-error.ts'
import { wantedPath } from './sign-in.ts'

/** The guards' verdict as React Router understands it. Runs on the root route, so on every request and navigation. */
export const guarded: MiddlewareFunction<Response> = ({ url, context }) => {
  if (asksWithNul(url))
    throw data(
      {
        message: 'The address of this page holds the character U+0000 (%00), which no page takes.',
        code: 'invalid-input',
      },
      { status: 400, statusText: 'Bad Request' },
    )
  const page = pageAt(url.pathname)
  const { can, user, localAccounts, loginPage, isNotFoundOpen } = context.get(services)
  const signIn = { isExternal: !localAccounts, loginPage, isNotFoundOpen }
  const verdict = admit(page, { url, user, can, signIn })
  switch (verdict.kind) {
    case 'pass':
      if (page) context.get(viewed)(page.tracking)
      return
    case 'redirect':
      throw redirect(verdict.to, {
        status: verdict.status,
        ...(verdict.keepsPath && { headers: { 'Set-Cookie': wantedPath(url.pathname + url.search) } }),
      })
    case 'not-built':
      throw data(
        { message: 'Not available in this version', code: 'not-implemented' },
        { status: 501, statusText: 'Not Implemented' },
      )
    case 'not-found':
      throw data(
        { message: `Page not found: ${verdict.path}`, code: 'not-found' },
        { status: 404, statusText: 'Not Found' },
      )
    case 'forbidden':
      throw data(
        {
          message: 'You do not have access to this page.',
          code: 'forbidden',
          ...missingWords(verdict.missing),
        },
        { status: 403, statusText: 'Forbidden' },
      )
  }
}
