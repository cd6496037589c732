import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exitCodes } from '#cli/exit.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { root } from '../product/start.ts'

/** `npx --no noisefloor sensor run`: this machine as a sensor of its own server, by the agent that other hosts get. */

let inside: Inside
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-try-'))
// Below the ports that the kernel gives to whoever calls.
const offset = 20_700

beforeAll(async () => {
  inside = await openInside()
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

const key = (): string => readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()
const words = (profile: string): string[] => [
  join(root, 'cli/noisefloor.mjs'),
  'sensor',
  'run',
  '--folder',
  folder,
  '--port-offset',
  String(offset),
  '--url',
  inside.url,
  '--key',
  key(),
  '--profile',
  profile,
]
const asked = async (path: string) =>
  (await (await fetch(new URL(path, inside.url), { headers: { key: key() } })).json()) as Record<
    string,
    never
  >

test('enrolls, answers as its profile, shows what came, ends by Ctrl-C, and is the same sensor next time', async () => {
  const command = spawn(process.execPath, words('git-server'), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  command.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(command, 'exit')
  try {
    const visit = () =>
      fetch(`http://127.0.0.1:${80 + offset}/try`, { headers: { 'user-agent': 'curl/8.5.0' } })
    await vi.waitFor(async () => expect((await visit()).status, said).toBeGreaterThan(0), {
      timeout: 600_000,
      interval: 200,
    })
    expect(said).toContain(`Decoys listen at their ports plus ${offset}`)
    const listed = await vi.waitFor(
      async () => {
        const { sensors } = (await asked('/api/workspace/sensors')) as unknown as {
          sensors: { id: string; status: string; profile: { id: string } }[]
        }
        expect(sensors).toEqual([
          expect.objectContaining({ status: expect.stringMatching(/^(online|degraded)$/) }),
        ])
        return sensors[0]!
      },
      { timeout: 600_000, interval: 200 },
    )
    expect(listed.profile.id).toBe('git-server')
    await vi.waitFor(
      async () =>
        expect((await asked(`/api/workspace/sensors/${listed.id}`))['latest']).toContainEqual(
          expect.objectContaining({ source_ip: '127.0.0.1', protocols: expect.arrayContaining(['http']) }),
        ),
      { timeout: 600_000, interval: 500 },
    )
  } finally {
    command.kill('SIGINT')
  }
  expect(await ended).toEqual([0, null])
  const again = spawnSync(process.execPath, words('nas'), { encoding: 'utf8' })
  expect(again.status).toBe(exitCodes.usage)
  expect(again.stderr).toContain('choose its profile on its page')
  expect((await asked('/api/workspace/sensors'))['total']).toBe(1)
})
