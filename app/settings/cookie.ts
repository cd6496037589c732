import { type Clock, isZone } from '#model/clock.ts'

/** The settings a visitor's browser keeps in a cookie of ours; anything unreadable falls back to the default. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const clocks = ['24', '12'] as const
export const densities = ['comfortable', 'compact'] as const
export const keyChoices = ['on', 'off'] as const

/** Of which the browser alone knows which it is. */
export const ofBrowser = 'browser'

export interface Settings {
  theme: Theme
  /** "UTC", an IANA zone, or "browser"; "" where the server's is meant. */
  zone: string
  /** The browser's own zone as it told it; "" while it has not. */
  browserZone: string
  clock: (typeof clocks)[number]
  density: (typeof densities)[number]
  /** Whether single keys are commands (WCAG 2.1.4: they can be turned off). */
  keys: (typeof keyChoices)[number]
  /** Columns of queries, as their addresses write them; "" for those of the product. */
  columns: string
}

export const defaults: Settings = {
  theme: 'system',
  zone: '',
  browserZone: '',
  clock: '24',
  density: 'comfortable',
  keys: 'on',
  columns: '',
}

const cookieName = 'sessionSettings'
const year = 365 * 24 * 60 * 60

const known: { [Name in keyof Settings]: (text: unknown) => boolean } = {
  theme: (text) => themes.some((theme) => theme === text),
  zone: (text) => text === ofBrowser || isZone(text),
  browserZone: isZone,
  clock: (text) => clocks.some((clock) => clock === text),
  density: (text) => densities.some((density) => density === text),
  keys: (text) => keyChoices.some((choice) => choice === text),
  columns: (text) => typeof text === 'string' && /^[a-z0-9_,]{0,300}$/.test(text),
}

/** Those of the values that are settings; of the others nothing is taken. */
export function settingsIn(values: Record<string, unknown>): Partial<Settings> {
  const names = Object.keys(known) as (keyof Settings)[]
  return Object.fromEntries(
    names.filter((name) => known[name](values[name])).map((name) => [name, values[name]]),
  )
}

/** The value of one cookie. @param header the whole Cookie header, "" when there is none. */
export function valueOf(header: string, name: string): string | null {
  const pair = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair === undefined || pair.length > 4096 ? null : pair.slice(name.length + 1)
}

/** @param header the whole Cookie header */
export function readSettings(header: string): Settings {
  const text = valueOf(header, cookieName)
  if (text === null) return defaults
  try {
    const kept: unknown = JSON.parse(decodeURIComponent(text))
    return typeof kept === 'object' && kept !== null ? { ...defaults, ...settingsIn({ ...kept }) } : defaults
  } catch {
    return defaults
  }
}

/** The value of a Set-Cookie header. */
export const writeSettings = (settings: Settings): string =>
  `${cookieName}=${encodeURIComponent(JSON.stringify(settings))}; Path=/; Max-Age=${year}; SameSite=Lax`

/** @param ofServer the zone of whoever has chosen none */
export function clockOf({ zone, browserZone, clock }: Settings, ofServer: string): Clock {
  const chosen = zone === ofBrowser ? browserZone : zone
  return { zone: chosen || ofServer, hours: clock }
}
