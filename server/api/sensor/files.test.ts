import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, onTestFinished, test } from 'vitest'
import type { Env } from '../../http/env.ts'
import { openSensorFiles } from '../../run/sensor-files.ts'
import { sensorFileRoutes } from './files.ts'

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What a server hands out from a checkout in which `build` puts an agent into its place, as scripts/build-sensor.mjs does. */
function serving() {
  const root = mkdtempSync(join(tmpdir(), 'noisefloor-agent-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  symlinkSync(join(import.meta.dirname, '../../../sensor'), join(root, 'sensor'))
  mkdirSync(join(root, 'build/sensor'), { recursive: true })
  const app = new OpenAPIHono<Env>()
  const sensorFiles = openSensorFiles(root, Buffer.alloc(32))
  sensorFileRoutes(app, { deps: { sensorFiles, publicUrl: () => 'https://h' } })
  const headers = { 'x-install-token': `nfi_${'a'.repeat(43)}` }
  return {
    build(code: string): void {
      writeFileSync(join(root, 'build/sensor/making'), code)
      renameSync(join(root, 'build/sensor/making'), join(root, 'build/sensor/agent.mjs'))
    },
    /** What a script says of the agent, and what it then fetches. */
    async install() {
      const script = await (await app.request('/sensor/script/install', { headers })).text()
      const answer = await app.request('/sensor/agent.mjs')
      return {
        expected: /^agent_sha256='(.*)'$/m.exec(script)?.[1],
        told: answer.headers.get('x-sha256'),
        code: await answer.text(),
      }
    },
  }
}

test('an agent that is built anew under a running server is installed as it is now, with its own checksum', async () => {
  const { build, install } = serving()
  for (const code of ['one', 'two', 'of another length']) {
    build(code)
    expect(await install()).toEqual({ expected: sha256Of(code), told: sha256Of(code), code })
  }
})
