import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PortsTable } from './ports-table.tsx'
import { profileText, readProfileText } from './profile-text.ts'

/** What is read of a profile with other members, and drawn if it is taken: a member of a port or of the whole. */
function readWith(members: object, ofPort: object = {}) {
  const wire = { name: 'A', ports: [{ port: 22, transport: 'tcp', protocol: 'ssh', ...ofPort }], ...members }
  const read = readProfileText(JSON.stringify(wire))
  if ('profile' in read) renderToStaticMarkup(<PortsTable profile={read.profile} />)
  return read
}

/** As it stands while somebody types. */
const anything = [
  null,
  {},
  [],
  [null],
  [{}],
  '',
  'x',
  0,
  7,
  true,
  { address: null },
  { banner: null },
  { from: 1 },
]

test('whatever stands half written in a profile, the editor draws it or says what is wrong', () => {
  for (const value of anything) {
    for (const member of ['name', 'ports', 'catch_all', 'device', 'cves', 'credentials'])
      expect(() => readWith({ [member]: value })).not.toThrow()
    for (const member of ['port', 'transport', 'protocol', 'tls', 'options'])
      expect(() => readWith({}, { [member]: value })).not.toThrow()
    for (const member of ['banner', 'server', 'version', 'hostname'])
      expect(() => readWith({}, { options: { [member]: value } })).not.toThrow()
    expect(() => readProfileText(JSON.stringify(value))).not.toThrow()
  }
})

test.each([
  [{ catch_all: {} }, {}, /catch_all is a list/],
  [{ catch_all: [null] }, {}, /catch_all is a list/],
  [{ device: {} }, {}, /device has an address/],
  [{}, { options: null }, /options of a port/],
  [{}, { options: { banner: 7 } }, /options of a port/],
  [{}, { protocol: {} }, /Each port has/],
  [{}, { tls: {} }, /tls of a port/],
])('the members %j, and of a port %j, are no profile', (members, ofPort, sentence) => {
  expect(readWith(members, ofPort)).toEqual({ problem: expect.stringMatching(sentence) })
})

test('what an empty profile says, of either type, is one', () => {
  for (const type of ['decoys', 'hardware'] as const)
    expect(readProfileText(profileText(null, type))).toHaveProperty('profile')
  expect(
    readWith({ catch_all: [{ from: 1, to: 9, transport: 'udp' }] }, { tls: true, options: {} }),
  ).toHaveProperty('profile.catchAll')
})
