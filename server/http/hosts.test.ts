import { expect, test } from 'vitest'
import { allowedHosts, nameOf } from './hosts.ts'

test('loopback, HOST and each public address are hosts of ours, in any case and with any port', () => {
  const names = allowedHosts('10.1.2.3', ['https://noise.example', 'http://API.noise.example:8080'])
  for (const host of ['localhost:3000', '10.1.2.3', 'Noise.Example', 'api.noise.example:443', '[::1]:1'])
    expect(names.has(nameOf(host)), host).toBe(true)
  for (const host of ['evil.example', 'enterprise.noise.example', '', 'noise.example.evil.example'])
    expect(names.has(nameOf(host)), host).toBe(false)
})

test('HOST is a host of ours however it is written', () => {
  for (const [host, header] of [
    ['Scanner.Example', 'scanner.example:3000'],
    ['2001:DB8:0:0::1', '[2001:db8::1]:3000'],
  ] as const)
    expect(allowedHosts(host, []).has(nameOf(header)), host).toBe(true)
})
