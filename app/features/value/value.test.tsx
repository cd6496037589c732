import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { ipRegistry } from '#gnql/registry/ip.ts'
import { analyze } from '#gnql/analyze.ts'
import { defang } from './defang.ts'
import { narrowing } from '#gnql/narrow.ts'
import { ActButton, Value } from './value.tsx'

describe('a value', () => {
  test('links to the query of it, quoted by the language itself', () => {
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <Value field="tags" value={'SSH "Brute" *force'} />
      </MemoryRouter>,
    )
    const gnql = decodeURIComponent(/href="\/query\/([^"]+)"/.exec(html)?.[1] ?? '')
    expect(gnql).toBe(String.raw`tags:"SSH \"Brute\" \*force"`)
    expect(analyze(gnql, { catalogue: 'ip', now: 0, windowDays: 90 }).ok).toBe(true)
  })

  test('is escaped as text and in the menu button’s name', () => {
    const value = '<b>\u202eevil'
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <Value field="raw_data.http.useragent" value={value} />
        <ActButton field="raw_data.http.useragent" value={value} />
      </MemoryRouter>,
    )
    expect(html).toContain('aria-label="Act on &lt;b&gt;')
    expect(html).not.toMatch(/<b>|aria-label="[^"]*\u202e/)
  })

  test('is a link inside an element that keeps its direction to itself, and has no button before scripts run', () => {
    const html = renderToStaticMarkup(<Value field="organization" value="עברית (3)" limit={5} />)
    expect(html).toMatch(
      /^<bdi dir="ltr" class="value"><a href="[^"]+" title="עברית \(3\)">עברית…<\/a><\/bdi>$/,
    )
  })

  test('is defanged so that nothing takes it for live', () => {
    expect(defang('203.0.113.77')).toBe('203[.]0[.]113[.]77')
    expect(defang('http://evil.test/a.b')).toBe('hxxp[:]//evil[.]test/a[.]b')
  })
})

describe('adding a term', () => {
  test.each([
    ['', 'cve:CVE-1', 'cve:CVE-1'],
    ['a:b', '-c:d', 'a:b -c:d'],
    ['a OR b', 'c:d', '(a OR b) c:d'],
    ['"a OR b"', 'c:d', '"a OR b" c:d'],
    ['(a || b) x', 'c:d', '(a || b) x c:d'],
  ])('%j with %s is %j', (query, term, refined) => {
    expect(narrowing(query)(term)).toBe(refined)
  })
})

describe('fields the address page asks about', () => {
  test.each([
    'asn,organization,category,country,country_code,region,city,rdns,domain,carrier,datacenter,os,actor,tags,cve',
    'raw_data.scan.port,raw_data.scan.protocol,raw_data.http.method,raw_data.http.path,raw_data.http.useragent',
    'raw_data.http.host,raw_data.http.request_header,raw_data.http.cookie_keys,raw_data.http.request_authorization',
    'raw_data.http.request_origin,raw_data.http.request_referer,raw_data.http.md5,raw_data.ja3.fingerprint',
    'raw_data.tls.ja4,raw_data.hassh.fingerprint,raw_data.ssh.key,destination_country',
  ])('%s are known to the language', (names) => {
    for (const name of names.split(',')) expect(ipRegistry.find(name), name).toBeTruthy()
  })
})
