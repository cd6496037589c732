import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clockOf,
  clocks,
  defaults,
  densities,
  keyChoices,
  readSettings,
  themes,
  writeSettings,
} from './cookie.ts'
import { localPath } from '#model/local-path.ts'

describe('the settings cookie', () => {
  test('is read back as written, between other cookies', () => {
    const any = fc.record({
      theme: fc.constantFrom(...themes),
      zone: fc.constantFrom('', 'browser', 'UTC', 'Europe/Berlin'),
      browserZone: fc.constantFrom('', 'Asia/Tokyo'),
      clock: fc.constantFrom(...clocks),
      density: fc.constantFrom(...densities),
      columns: fc.constantFrom('', 'class,last_seen'),
      keys: fc.constantFrom(...keyChoices),
    })
    fc.assert(
      fc.property(any, (settings) => {
        const pair = writeSettings(settings).split(';')[0]
        expect(readSettings(`a=b; ${pair}; c=d`)).toEqual(settings)
      }),
    )
  })

  test('of a cookie that is partly wrong the rest is kept', () => {
    const cookie = encodeURIComponent(
      JSON.stringify({ theme: 'dark', zone: 'Mars/Olympus', clock: 12, extra: 1 }),
    )
    expect(readSettings(`sessionSettings=${cookie}`)).toEqual({ ...defaults, theme: 'dark' })
  })

  test('the clock is the chosen zone, else that of the browser or the server', () => {
    const zoneOf = (zone: string, browserZone = '') =>
      clockOf({ ...defaults, zone, browserZone }, 'Asia/Tokyo').zone
    expect(zoneOf('')).toBe('Asia/Tokyo')
    expect(zoneOf('UTC')).toBe('UTC')
    expect(zoneOf('browser', 'Europe/Berlin')).toBe('Europe/Berlin')
    expect(zoneOf('browser')).toBe('Asia/Tokyo')
  })

  test('whatever a browser sends, there are settings', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(themes).toContain(readSettings(`sessionSettings=${text}`).theme)
      }),
    )
    expect(readSettings('sessionSettings=%7B%22theme%22%3A%22pink%22%7D')).toEqual(defaults)
  })
})

describe('the way back after a choice', () => {
  test.each(['/', '/ip/192.0.2.1?tab=raw', '/query/a%20b?after=x#y'])('%s stays', (path) => {
    expect(localPath(path)).toBe(path)
  })

  test.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/a/..//evil.test',
    '',
  ])('%s never leaves this server', (path) => {
    expect(localPath(path)).toBe('/')
  })

  test('no text leads to another host', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(new URL(localPath(`/${text}`), 'http://here.test').host).toBe('here.test')
      }),
    )
  })
})
