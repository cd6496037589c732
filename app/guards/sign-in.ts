/** How somebody who is not signed in is led to the page that asks for it (specification §5). */

const usualLoginPage = '/auth-required'

/**
 * The page that asks to sign in, with the path that was wanted.
 * @param isExternal people sign in by a provider alone, which has words of its own (specification §5 and §8)
 * @param loginPage the operator's choice of a page, for people with a password
 */
export function signInPath(
  wanted: string,
  {
    isExternal = false,
    loginPage = usualLoginPage,
    hint,
  }: { isExternal?: boolean; loginPage?: string | undefined; hint?: 'login' | 'signup' } = {},
): string {
  const search = new URLSearchParams(
    isExternal ? { error: 'SessionRequired', callbackUrl: wanted } : { redirect: wanted },
  )
  if (hint) search.set('hint', hint)
  return `${isExternal ? usualLoginPage : loginPage}?${search}`
}

/** The cookie that says where they wanted to go: a hint, read by nobody here. */
export const wantedPath = (path: string): string =>
  `redirectUrl=${encodeURIComponent(path.slice(0, 2000))}; Path=/; Max-Age=3600; SameSite=Lax`
