import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadProfiles } from '#profiles/load.ts'
import { profileOf } from '../decoys/testing/opened.ts'
import { rehearse } from './rehearse.ts'
import { answerBytes } from './rehearsed.ts'

const texts = (heard: readonly { asked: string; answer: Buffer }[]) =>
  heard.map(({ asked, answer }) => [asked, answer.toString('latin1')])

describe('a rehearsal', () => {
  it('hears what listeners would say: greetings, answers, and what stands inside TLS', async () => {
    const [ssh, web, redis, time] = await rehearse(
      profileOf([
        { port: 22, protocol: 'ssh', options: { banner: 'SSH-2.0-dropbear' } },
        {
          port: 443,
          protocol: 'https',
          options: { hostname: 'door', responses: [{ path: '/', status: 200, body: 'x'.repeat(5000) }] },
        },
        { port: 6379, protocol: 'redis' },
        { port: 123, protocol: 'ntp', transport: 'udp' },
      ]),
    )
    expect(texts(ssh!.heard)).toEqual([['', 'SSH-2.0-dropbear\r\n']])
    expect(web).toMatchObject({ certificate: expect.stringContaining('CN=door'), problems: [] })
    expect(texts(web!.heard)).toEqual([['GET /', expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n/)]])
    expect(web!.heard[0]!.answer).toHaveLength(answerBytes)
    expect(texts(redis!.heard)).toEqual([
      ['PING', '+PONG\r\n'],
      ['INFO', expect.stringContaining('redis_version')],
    ])
    expect(time!.heard[0]!.answer).toHaveLength(48)
  })

  it('finds nothing wrong with any shipped profile, and every port over TCP says something', async () => {
    for (const profile of loadProfiles())
      for (const { port, transport, heard, problems } of await rehearse(profile)) {
        expect([profile.id, port, problems]).toEqual([profile.id, port, []])
        if (transport === 'tcp')
          expect([profile.id, port, heard.some(({ answer }) => answer.length > 0)]).toEqual([
            profile.id,
            port,
            true,
          ])
      }
  })

  it('that has no time left says so, port by port', async () => {
    const [one] = await rehearse(profileOf([{ port: 22, protocol: 'ssh' }]), -1)
    expect(one).toMatchObject({ heard: [], problems: ['Not asked: the check took too long.'] })
  })

  it('opens nothing: the only connection is TLS over a stream in memory', () => {
    const used = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
      .flatMap((text) => [
        ...text.matchAll(/\b(?:createServer|createConnection|createSocket|fetch|listen|connect\w*)\([^)]*/g),
      ])
      .map(([call]) => call)
    expect(used).toEqual(['connectTls({ socket: stream, rejectUnauthorized: false }'])
  })
})
