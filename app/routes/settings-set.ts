import { redirect } from 'react-router'
import { frame } from '../context.ts'
import { settingsIn, writeSettings } from '../settings/cookie.ts'
import { localPath } from '#model/local-path.ts'
import type { Route } from './+types/settings-set'

/** Links and forms set how things are shown, so that it works without scripts; nothing is written but the visitor's own cookie. */
export function loader({ url: { searchParams }, context }: Route.LoaderArgs): Response {
  const back = localPath(searchParams.get('back') ?? '/')
  const chosen = settingsIn(Object.fromEntries(searchParams))
  if (Object.keys(chosen).length === 0) return redirect(back)
  return redirect(back, {
    headers: { 'Set-Cookie': writeSettings({ ...context.get(frame).settings, ...chosen }) },
  })
}
