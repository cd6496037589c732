import { expect, test } from 'vitest'
import { isDeviceAddress } from './device.ts'

test.each(['10.0.0.1', '172.31.255.1', '192.168.1.50', '::ffff:10.0.0.1', 'fd12:3456::50'])(
  'a device may stand at %s',
  (address) => expect(isDeviceAddress(address)).toBe(true),
)

test.each([
  '8.8.8.8',
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '169.254.169.254',
  '100.100.100.200',
  'fe80::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  '172.32.0.1',
  '010.0.0.1',
  '10.1',
  '10.0.0.1/32',
  ' 10.0.0.1',
  '10.0.0.1.example.org',
  'printer.local',
  'fd12::1%eth0',
  '',
])('no device stands at “%s”', (address) => expect(isDeviceAddress(address)).toBe(false))
