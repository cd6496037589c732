import * as fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test, vi } from 'vitest'
import type { SearchType } from '#model/search-type.ts'
import { addressesAmong, destinationOf } from './destination.ts'
import { destinationHref } from './href.ts'

const everything = () => true
const only =
  (...types: SearchType[]) =>
  (type: SearchType) =>
    types.includes(type)
const leads = (text: string) => destinationOf({ text, can: everything })
const withoutLists = (type: SearchType): boolean => type !== 'ips-bulk' && type !== 'cves-bulk'

describe('what is typed into the search field', () => {
  test('every IPv4 and IPv6 address leads to its page', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(leads(ip)).toEqual({ to: 'ip', ip })
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        expect(leads(` ${ip} `).to).toBe('ip')
      }),
    )
  })

  test.each([
    ['hxxp://192[.]0[.]2[.]4/x', '192.0.2.4'],
    ['https://192.0.2.4:8443/a?b=c', '192.0.2.4'],
    ['http://192.0.2.4/123', '192.0.2.4'],
    ['hxxp[:]//192[.]0[.]2[.]4:8080/a/24', '192.0.2.4'],
    ['https://[2001:db8::1]/32', '2001:db8::1'],
    ['ip:192.0.2.4', '192.0.2.4'],
    ['ip: 192[.]0[.]2[.]4', '192.0.2.4'],
    ['ip:"192.0.2.4"', '192.0.2.4'],
    ['192[dot]0(.)2[.]4', '192.0.2.4'],
    ['192.0.2.4:22', '192.0.2.4'],
    ['[2001:DB8::0:1]:443', '2001:db8::1'],
    ['2001[:]db8::1', '2001:db8::1'],
    ['::ffff:192.0.2.4', '192.0.2.4'],
    ['ip:ip: 192.0.2.4', '192.0.2.4'],
    ['192 . 0 .2. 4', '192.0.2.4'],
    ['ip : 2001: db8 ::1', '2001:db8::1'],
    ['192.0.2.4, 192.0.2.4', '192.0.2.4'],
  ])('%s leads to the page of %s', (text, ip) => {
    expect(leads(text)).toEqual({ to: 'ip', ip })
  })

  const failed = 'Nov 26 05:12:33 gate sshd[712]: Failed password for root from 192.0.2.4 port 41022 ssh2'
  test('a line of a log leads to its address, several to their analysis', () => {
    expect(leads(failed)).toEqual({ to: 'ip', ip: '192.0.2.4' })
    const silent = (ip: string) => `sshd[7]: Did not receive identification string from ${ip} port 5020`
    for (const ip of ['192.0.2.4', 'fd00:1::2', '2001:db8::1'])
      expect(leads(silent(ip))).toEqual({ to: 'ip', ip })
    const two = `${failed}\n${failed.replace('2.4', '2.5')}`
    expect(leads(two)).toEqual({ to: 'analysis', kind: 'ips', text: two, gnql: 'ip:192.0.2.4,192.0.2.5' })
  })

  test.each([
    `${failed} tags:Mirai`,
    '192.0.2.4 OR mirai or masscan or zmap or nmap',
    'ssh bruteforcer 192.0.2.4',
    failed.replace('192.0.2.4', 'nowhere'),
  ])('"%s" stays a query', (text) => {
    expect(leads(text)).toEqual({ to: 'query', gnql: text })
  })

  test.each([
    '192.0.2.0/24',
    '2001:db8::/32',
    '1.2.3',
    '1',
    '0x7f.1',
    '192.0.2.256',
    'fe80::1%eth0',
    '192.0.2.4 5',
    'tags:Mirai',
    '',
  ])('%s is a query', (text) => {
    expect(leads(text)).toEqual({ to: 'query', gnql: text })
  })

  test.each(['CVE-2021-44228', 'cve 2021 44228', 'Cve_2021_44228', 'cve2021-44228', 'CVE:2021–44228'])(
    '%s leads to the page of the CVE',
    (text) => {
      expect(leads(text)).toEqual({ to: 'cve', cve: 'CVE-2021-44228' })
    },
  )

  test.each([
    ['192.0.2.4, 192.0.2.5', 'ip:192.0.2.4,192.0.2.5'],
    ['192.0.2.4\n2001:db8::1;192[.]0[.]2[.]4', 'ip:192.0.2.4,2001:db8::1'],
    ['CVE-2021-44228 cve-2024-3400', 'cve:CVE-2021-44228 OR cve:CVE-2024-3400'],
    ['AS15169', 'asn:AS15169'],
    ['as 15169', 'asn:AS15169'],
    [
      'E7D705A3286E19EA42F587B344EE6865',
      'ja3:e7d705a3286e19ea42f587b344ee6865 OR hassh:e7d705a3286e19ea42f587b344ee6865',
    ],
    ['t13d1516h2_8daaf6152771_e5627efa2ab1', 'ja4:t13d1516h2_8daaf6152771_e5627efa2ab1'],
    ['192.0.2.4 tor:true', '192.0.2.4 tor:true'],
  ])('without the right to analyze lists %s is the query %s', (text, gnql) => {
    expect(destinationOf({ text, can: withoutLists })).toEqual({ to: 'query', gnql })
  })

  test('without it several CVEs asked of CVEs lead to the page of the first', () => {
    const text = 'CVE-2021-44228 cve-2024-3400'
    const asked = destinationOf({ text, dataset: 'cves', can: withoutLists })
    expect(asked).toEqual({ to: 'cve', cve: 'CVE-2021-44228' })
  })

  test('with it several addresses of any kind are analyzed, whatever else is right', () => {
    const text = '192.0.2.4\n2001:db8::1'
    for (const can of [everything, only('ips-bulk')])
      expect(destinationOf({ text, can })).toEqual({
        to: 'analysis',
        kind: 'ips',
        text,
        gnql: 'ip:192.0.2.4,2001:db8::1',
      })
    expect(leads('192.0.2.4, 192.0.2.4')).toEqual({ to: 'ip', ip: '192.0.2.4' })
    expect(leads('192.0.2.4 192.0.2.5 tor:true').to).toBe('query')
  })

  test('so are several CVEs, whatever was chosen', () => {
    const text = 'CVE-2021-44228, cve-2024-3400'
    const gnql = 'cve:CVE-2021-44228 OR cve:CVE-2024-3400'
    for (const dataset of ['ips', 'cves'] as const)
      expect(destinationOf({ text, dataset, can: everything })).toEqual({
        to: 'analysis',
        kind: 'cves',
        text,
        gnql,
      })
    expect(destinationHref(leads(text))).toBe('/cves/analysis?text=CVE-2021-44228%2C+cve-2024-3400')
  })

  test('a list goes along to the page that analyzes it, and is a query where it is too long for that', () => {
    const list = (length: number) => Array.from({ length }, (_, at) => `198.51.100.${at % 256}`).join(' ')
    expect(destinationHref(leads('192.0.2.4, 192.0.2.5'))).toBe('/ip/analysis?text=192.0.2.4%2C+192.0.2.5')
    expect(destinationHref(leads(list(300)))).toMatch(/^\/query\/ip%3A198/)
  })

  test('of CVEs an id leads to its page, and other words to the list, as those of tags do', () => {
    const asked = (text: string, dataset: 'cves' | 'tags') =>
      destinationOf({ text, dataset, can: everything })
    expect(asked('cve-2021-44228', 'cves')).toEqual({ to: 'cve', cve: 'CVE-2021-44228' })
    expect(destinationHref(asked('log4j', 'cves'))).toBe('/cves?search=log4j')
    expect(asked(' 192.0.2.4 ', 'cves')).toEqual({ to: 'ip', ip: '192.0.2.4' })
    expect(destinationHref(asked('mirai botnet', 'tags'))).toBe('/tags?search=mirai+botnet')
    expect(destinationHref(asked('', 'tags'))).toBe('/tags')
  })

  test('what the plan does not hold is refused, an address never', () => {
    const refused = { to: 'refused', error: 'searchEntitlementMissing' }
    const none = only()
    expect(destinationOf({ text: 'last_seen:1d', can: none })).toEqual(refused)
    expect(destinationOf({ text: '192.0.2.4 192.0.2.5', can: none })).toEqual(refused)
    expect(destinationOf({ text: 'mirai', dataset: 'tags', can: only('ips') })).toEqual(refused)
    expect(destinationOf({ text: 'x', dataset: 'cves', can: only('ips') })).toEqual(refused)
    expect(destinationOf({ text: '192.0.2.4', can: none })).toEqual({ to: 'ip', ip: '192.0.2.4' })
  })

  test('addresses are found among other words', () => {
    const line = 'sshd[1]: Failed password for root from 203.0.113.9 port 22, src=2001:db8::1 (198.51.100.7).'
    expect(addressesAmong(line, 4)).toEqual(['203.0.113.9', '2001:db8::1', '198.51.100.7'])
    expect(addressesAmong(line, 1)).toEqual(['203.0.113.9'])
    expect(addressesAmong('nothing at 12:30:45', 4)).toEqual([])
  })

  test('words that look like no address are not read as one: each would cost an error', () => {
    const read = vi.spyOn(ipaddr.IPv4, 'isValidFourPartDecimal')
    for (const text of ['a '.repeat(3000), '1 '.repeat(3000), '1.1 '.repeat(1500)])
      expect(leads(text).to).toBe('query')
    expect(read).toHaveBeenCalledTimes(0)
    expect(leads('192.0.2.1')).toEqual({ to: 'ip', ip: '192.0.2.1' })
    expect(read).toHaveBeenCalled()
    read.mockRestore()
  })

  test('nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        void leads(text)
        void addressesAmong(text, 4)
      }),
    )
  })
})
