import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { worldMap } from './world-map.ts'

test('the map that is kept is the one that is drawn from the package', () => {
  expect(readFileSync(new URL('../public/world.svg', import.meta.url), 'utf8')).toBe(worldMap())
})
