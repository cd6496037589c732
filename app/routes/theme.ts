import { redirect } from 'react-router'
import { frame } from '../context.ts'
import { isTheme, writeSettings } from '../settings/cookie.ts'
import { localPath } from '#model/local-path.ts'
import type { Route } from './+types/theme'

/** Links choose the theme, so that it works without scripts; nothing is written but the visitor's own cookie. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  const { searchParams } = url
  const theme = searchParams.get('to')
  const back = localPath(searchParams.get('back') ?? '/')
  if (!isTheme(theme)) return redirect(back)
  return redirect(back, {
    headers: { 'Set-Cookie': writeSettings({ ...context.get(frame).settings, theme }) },
  })
}
