import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lookUpUrl, usualSite } from '#model/site.ts'
import { readSite } from './site.ts'

function siteOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'site.yaml')
  writeFileSync(path, text)
  return readSite(path)
}

test('the site says what its file says, and the rest as usual', () => {
  const site = siteOf(
    'copyright: © Example\nlinks: { social: [{ label: Forum, url: "https://forum.example.org" }] }',
  )
  expect(site.copyright).toBe('© Example')
  expect(site.links.social).toEqual([{ label: 'Forum', url: 'https://forum.example.org' }])
  expect(site.links.resources).toEqual(usualSite.links.resources)
  expect(siteOf('')).toEqual(usualSite)
  expect(readSite(undefined)).toBe(usualSite)
})

test.each([
  ['links: { social: [{ label: x, url: "javascript:alert(1)" }] }', /links\.social/],
  ['links: { social: [{ label: x, url: "//evil.test" }] }', /links\.social/],
  ['lookUps: { ip: [{ label: x, url: "https://{value}.test/" }] }', /lookUps\.ip.*after the host/],
  ['lookUps: { ip: [{ label: x, url: "https://a.test/" }] }', /lookUps\.ip/],
  ['unknown: 1', /unknown/i],
])('%s is refused with its place', (text, said) => {
  expect(() => siteOf(text)).toThrow(said)
})

test('a value stays within its place in the address', () => {
  const link = { label: 'x', url: 'https://a.test/look/{value}?q={value}' }
  expect(lookUpUrl(link, '../$&?a=b#c')).toBe(
    'https://a.test/look/..%2F%24%26%3Fa%3Db%23c?q=..%2F%24%26%3Fa%3Db%23c',
  )
  for (const links of Object.values(usualSite.lookUps))
    for (const one of links) expect(new URL(lookUpUrl(one, '192.0.2.1')).protocol).toBe('https:')
})
