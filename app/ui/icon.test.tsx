import { createRequire } from 'node:module'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Icon } from './icon.tsx'
import { custom, icons, lucide } from './icons.ts'

const { icons: published } = createRequire(import.meta.url)('@iconify-json/lucide/icons.json') as {
  icons: Record<string, { body: string }>
}

describe('icons', () => {
  test.each(Object.entries(lucide))('%s is drawn as lucide draws it', (name, body) => {
    expect(body).toBe(published[name]?.body)
  })

  test('the four icons of our own exist', () => {
    expect(Object.keys(custom)).toEqual(['spoofable', 'tooltip', 'tor', 'worm'])
  })

  test('names are lower-case alphanumerics with single hyphens', () => {
    for (const name of Object.keys(icons)) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test('an icon without label is hidden from assistive technology, one with label is an image', () => {
    expect(renderToStaticMarkup(<Icon name="search" />)).toContain('aria-hidden="true"')
    expect(renderToStaticMarkup(<Icon name="tor" label="Tor exit" />)).toContain(
      'role="img" aria-label="Tor exit"',
    )
  })
})
