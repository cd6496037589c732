/** The settings a visitor's browser keeps in a cookie of ours; anything unreadable falls back to the default. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface Settings {
  theme: Theme
}

export const defaults: Settings = { theme: 'system' }

const cookieName = 'sessionSettings'
const year = 365 * 24 * 60 * 60

export const isTheme = (text: unknown): text is Theme => themes.some((theme) => theme === text)

/** @param header the whole Cookie header, "" when there is none. */
export function readSettings(header: string): Settings {
  const pair = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${cookieName}=`))
  if (!pair || pair.length > 4096) return defaults
  try {
    const kept: unknown = JSON.parse(decodeURIComponent(pair.slice(cookieName.length + 1)))
    const theme = typeof kept === 'object' && kept !== null && 'theme' in kept ? kept.theme : undefined
    return isTheme(theme) ? { theme } : defaults
  } catch {
    return defaults
  }
}

/** The value of a Set-Cookie header. */
export const writeSettings = (settings: Settings): string =>
  `${cookieName}=${encodeURIComponent(JSON.stringify(settings))}; Path=/; Max-Age=${year}; SameSite=Lax`
