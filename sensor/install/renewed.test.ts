import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { builtAgent } from '../testing/built.ts'
import { type Certificate, certificateOf } from '../testing/certificates.ts'
import { type InstallHost, installHost, programOf } from '../testing/install-host.ts'
import { type Product, startProduct, wanted } from '../testing/product.ts'

/** The install command on a host that is a sensor already, after its server was given another key. */

const script = fileURLToPath(new URL('install.sh', import.meta.url))
const shells = [['dash'], ['bash'], ['busybox', 'ash']].flatMap(([name = '', ...more]) => {
  const path = programOf(name)
  return path ? [[path, ...more]] : []
})

let path = ''
let agent: Buffer
let product: Product
let host: InstallHost

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'noisefloor-renewed-'))
  agent = await readFile(await builtAgent(path))
})
afterAll(() => rm(path, { recursive: true, force: true }))
beforeEach(async () => {
  host = await installHost(await mkdtemp(join(path, 'host-')))
  await mkdir(join(host.root, 'run/systemd/system'), { recursive: true })
  for (const name of ['systemctl', 'apt-get']) await host.program(name)
})
afterEach(() => product.close())

async function serves(certificate: Certificate, port?: string): Promise<void> {
  product = await startProduct(wanted(), certificate, port)
  product.files.set('/sensor/agent.mjs', agent)
  product.files.set('/sensor/node-linux-x64', Buffer.from(`#!/bin/sh\nexec '${process.execPath}' "$@"\n`))
}

/** The script as the server fills it that has this certificate. */
async function filled(pin: string): Promise<string> {
  const values: Record<string, string> = {
    server: product.url,
    token: 'nfi_once',
    pin,
    agent_sha256: createHash('sha256').update(agent).digest('hex'),
    update_key: 'MCowBQYDK2VwAyEA',
  }
  return (await readFile(script, 'utf8')).replaceAll(
    /\{\{(\w+)\}\}/g,
    (all, name: string) => values[name] ?? all,
  )
}

const settings = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(host.root, 'var/lib/noisefloor-sensor/settings.json'), 'utf8'))

// curl alone holds to a key: the stand-in for machines without it does not.
test.runIf(programOf('curl')).each(shells)(
  'with %s the install command takes the server’s new key, and the sensor stays the one it was',
  async (...shell) => {
    const certificate = await certificateOf()
    await serves(certificate)
    expect(await host.run(shell, await filled(certificate.ofKey))).toMatchObject({ code: 0 })
    const first = await settings()
    expect(first).toMatchObject({ sensorId: 'one', fingerprint: certificate.ofKey })

    const { port } = new URL(product.url)
    await product.close()
    const other = await certificateOf()
    await serves(other, port)
    const old = await host.run(shell, await filled(certificate.ofKey))
    expect(old.code).not.toBe(0)
    expect(old.said).toContain('curl: (90)')
    expect(await settings()).toEqual(first)

    expect(await host.run(shell, await filled(other.ofKey))).toMatchObject({
      code: 0,
      said: expect.stringContaining('turns green'),
    })
    expect(await settings()).toEqual({ ...first, fingerprint: other.ofKey })
    expect(product.calls).not.toContain('POST /api/sensor/enroll')
    expect((await host.calls()).filter((call) => call.startsWith('systemctl restart'))).toHaveLength(2)
  },
)
