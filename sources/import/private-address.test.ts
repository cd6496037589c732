import { expect, test } from 'vitest'
import { isPrivateAddress } from './private-address.ts'

test('an address of IPv6 is as private as the one of IPv4 in it, to which a translator or a tunnel leads', () => {
  const are = (...addresses: string[]) => addresses.map(isPrivateAddress)
  expect(are('64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '2002:a00:1::', '::a00:1', '::ffff:10.0.0.1')).toEqual(
    Array.from({ length: 5 }, () => true),
  )
  expect(are('64:ff9b::808:808', '2002:808:808::1', '2001:4860:4860::8888', '::ffff:8.8.8.8')).toEqual(
    Array.from({ length: 4 }, () => false),
  )
})
