import { redirect } from 'react-router'
import { isConsent, writeConsent } from '../settings/consent.ts'
import { localPath } from '#model/local-path.ts'
import type { Route } from './+types/settings-consent'

/** Answers the notice about cookies, or takes the answer back (`to=revoke`), so that it is asked again. */
export function loader({ url: { searchParams } }: Route.LoaderArgs): Response {
  const to = searchParams.get('to')
  const back = localPath(searchParams.get('back') ?? '/')
  if (to !== 'revoke' && !isConsent(to)) return redirect(back)
  return redirect(back, { headers: { 'Set-Cookie': writeConsent(isConsent(to) ? to : null) } })
}
