import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { refuse } from '#model/errors.ts'
import { custom } from '#app/ui/icons.ts'
import { type OwnIconSet, ownIconSets } from '#model/icon-sets.ts'
import type { App } from './app-deps.ts'

interface IconSet {
  prefix: string
  icons: Record<string, { body: string }>
  width: number
  height: number
}

/** Specification §2: lowercase letters and digits with single hyphens. */
const iconName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const mostNames = 100

/** Read when first asked for: 1,700 icons are half a megabyte. */
let lucide: IconSet | undefined
const sets: Readonly<Record<OwnIconSet, () => IconSet>> = {
  lucide: () =>
    (lucide ??= JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json'), 'utf8'),
    ) as IconSet),
  noisefloor: () => ({
    prefix: 'noisefloor',
    icons: Object.fromEntries(Object.entries(custom).map(([name, body]) => [name, { body }])),
    width: 24,
    height: 24,
  }),
}

/** Icons by name, in the shape icon loaders read: `/icons/lucide.json?icons=sun,moon`. */
export function iconRoutes(app: App): void {
  app.get('/icons/:file{[a-z]+\\.json}', (c) => {
    const named = c.req.param('file').replace(/\.json$/, '')
    const set = ownIconSets.find((one) => one === named)
    if (!set) throw refuse('not-found', 'There is no such set of icons. There are: lucide, noisefloor.')
    const names = (c.req.query('icons') ?? '').split(',').filter(Boolean)
    if (names.length === 0 || names.length > mostNames || !names.every((name) => iconName.test(name)))
      throw refuse('invalid-input', `icons: expected up to ${mostNames} names like sun,arrow-right`, {
        parameter: 'icons',
      })
    const { prefix, icons, width, height } = sets[set]()
    const found = names.filter((name) => Object.hasOwn(icons, name))
    c.header('cache-control', 'public, max-age=86400')
    return c.json({
      prefix,
      icons: Object.fromEntries(found.map((name) => [name, { body: icons[name]?.body }])),
      not_found: names.filter((name) => !Object.hasOwn(icons, name)),
      width,
      height,
    })
  })
}
