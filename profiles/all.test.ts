import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  decoyProtocols,
  profileCategories,
  profileLimits,
  type SensorProfile,
} from '#model/sensor/profile.ts'
import { loadProfiles } from './load.ts'
import { profileSchema } from './schema.ts'

const profiles = loadProfiles()
const sound = profiles.find(({ id }) => id === 'linux-server')!
const refusal = (change: Partial<Record<keyof SensorProfile, unknown>>) =>
  profileSchema.safeParse({ ...sound, ...change }).error?.issues[0]?.message

describe('the shipped profiles', () => {
  it('are many, of every category, and use every emulation', () => {
    expect(profiles.length).toBeGreaterThanOrEqual(30)
    const used = <T>(of: (profile: SensorProfile) => readonly T[]) =>
      [...new Set(profiles.flatMap(of))].sort()
    expect(used(({ categories }) => categories)).toEqual([...profileCategories].sort())
    expect(used(({ ports }) => ports.map(({ protocol }) => protocol))).toEqual([...decoyProtocols].sort())
  })

  it('have ids and names of their own', () => {
    for (const key of ['id', 'name', 'description'] as const)
      expect(new Set(profiles.map((profile) => profile[key])).size).toBe(profiles.length)
  })

  it('cannot be changed by who reads them', () => {
    expect(() => ((sound.ports as unknown[])[0] = null)).toThrow(TypeError)
  })
})

describe('a profile', () => {
  it('is refused with the reason', () => {
    const port = sound.ports[0]!
    expect(refusal({ ports: [port, port] })).toBe('tcp port 22 is listed twice.')
    expect(refusal({ ports: [], catchAll: undefined })).toBe('A profile listens on one port at least.')
    expect(refusal({ ports: [{ ...port, transport: 'udp' }] })).toBe(
      'This protocol does not speak over this transport.',
    )
    expect(refusal({ ports: [{ ...port, options: { banner: 'OpenSSH' } }] })).toMatch(/^SSH begins/)
    expect(refusal({ ports: [{ ...port, options: { server: 'a\r\nSet-Cookie: b' } }] })).toBe(
      'Expected one line.',
    )
    expect(refusal({ catchAll: [{ from: 1, to: 65_535, transport: 'tcp' }] })).toMatch(/^Ranges of a/)
    expect(refusal({ cves: ['cve-1'] })).toMatch(/CVE/)
    expect(refusal({ script: 'rm' } as never)).toMatch(/script/)
  })

  it('is refused when it is large as a whole', () => {
    const body = 'x'.repeat(profileLimits.text)
    const responses = Array.from({ length: 20 }, () => ({ path: '/', status: 200, body }))
    const port = { port: 80, transport: 'tcp', protocol: 'http', options: { responses } }
    expect(refusal({ ports: [port] })).toMatch(/bytes at most/)
  })

  it('in a file is refused with the name of the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
    try {
      writeFileSync(join(folder, 'x.yaml'), 'id: x')
      expect(() => loadProfiles(folder)).toThrow('profiles/x.yaml')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
