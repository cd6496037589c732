import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoEqualEarth, geoPath } from 'd3-geo'
import countries from 'i18n-iso-countries'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/**
 * Draws the countries of Natural Earth (by world-atlas, public domain) in an equal-area projection: a path each, named by its
 * ISO 3166-1 code, for pages to use by reference. `node scripts/world-map.ts` writes what is kept in `public/`.
 */
const size = { width: 960, height: 440 } as const

/** Where nobody but research stations is, and which would take a fifth of the drawing. */
const leftOut = new Set(['AQ'])

export function worldMap(): string {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-110m.json')
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology<{
    countries: GeometryCollection<{ name: string }>
  }>
  const world = feature(topology, topology.objects.countries)
  const drawn = world.features
    .map((country) => ({ country, code: codeOf(country.id, country.properties.name) }))
    .filter(({ code }) => code !== null && !leftOut.has(code))
  const shown = { type: 'FeatureCollection' as const, features: drawn.map(({ country }) => country) }
  const projection = geoEqualEarth().fitSize([size.width, size.height], shown)
  const path = geoPath(projection).digits(1)
  const paths = drawn.map(({ country, code }) => `<path id="${code}" d="${path(country) ?? ''}"/>`).sort()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}">\n<g id="land">\n${paths.join('\n')}\n</g>\n</svg>\n`
}

/** Kosovo has no number in ISO 3166; registries call it XK. Places without any code are not drawn. */
function codeOf(id: string | number | undefined, name: string): string | null {
  if (name === 'Kosovo') return 'XK'
  return id === undefined ? null : (countries.numericToAlpha2(String(id)) ?? null)
}

if (import.meta.main) writeFileSync(new URL('../public/world.svg', import.meta.url), worldMap())
