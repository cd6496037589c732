import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectDevice } from './device.ts'
import { transporterOf } from './settings.ts'

const folder = import.meta.dirname
const sources = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

const settings = { server: 'https://noise.example', token: 'nft_x', device: '192.168.1.50', ports: [80, 443] }

describe('a transporter connects to its device, and to its server by the agent’s own way', () => {
  it('in one place, to the address of its settings; no name of a network is used anywhere else', () => {
    const used = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/^import (?:type )?.*'(node:[^']+)'/gm)].map(([, from]) => `${file} ${from}`),
    )
    expect(used.sort()).toEqual(['device.ts node:net', 'transport.ts node:timers/promises'])
    const calls = sources.flatMap(({ file, text }) =>
      [
        ...text.matchAll(/\b(?:createConnection|createServer|createSocket|fetch|connectDevice|connect)\(/g),
      ].map(([call]) => `${file} ${call}`),
    )
    expect(calls.sort()).toEqual([
      'device.ts connectDevice(',
      'device.ts createConnection(',
      'transport.ts connect(',
      'transport.ts connect(',
      'transport.ts connectDevice(',
    ])
  })

  it('at no port that is not listed, whoever asks', () => {
    expect(connectDevice(transporterOf(settings), 22)).toBeNull()
  })

  it('and at no address that is public, its own machine’s, a cloud’s, or a name', () => {
    for (const device of [
      '8.8.8.8',
      '127.0.0.1',
      '169.254.169.254',
      '::1',
      '2001:db8::1',
      'printer.local',
      '0.0.0.0',
    ])
      expect(() => transporterOf({ ...settings, device }), device).toThrow('private network')
    for (const device of ['10.1.2.3', '172.16.0.9', '192.168.1.50', 'fd00::2'])
      expect(transporterOf({ ...settings, device }).device).toBe(device)
  })
})
