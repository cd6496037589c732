import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AgentUpdate } from '#model/sensor/protocol.ts'
import { version as present } from '#model/version.ts'
import { connect } from '../connection/connection.ts'
import { type Folder, openFolder } from '../settings/folder.ts'
import { builtAgent } from '../testing/built.ts'
import { type Product, startProduct, wanted } from '../testing/product.ts'
import { openUpdates } from './offer.ts'
import { isNewer, refusalOf, sha256Of } from './verify.ts'

const own = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const updateKey = own.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const newer = Buffer.from('console.log("9.0.0")\n')

function updateOf(version: string, code: Uint8Array, key: KeyObject = own.privateKey): AgentUpdate {
  const sha256 = sha256Of(code)
  const signature = sign(null, Buffer.from(`${version}\n${sha256}\n`), key).toString('base64')
  return { version, sha256, signature, path: '/sensor/agent.mjs' }
}

test('versions are three numbers and only rise', () => {
  expect(isNewer('0.10.0', '0.9.9')).toBe(true)
  expect(isNewer('1.0.0', '0.9.9')).toBe(true)
  for (const version of ['0.9.9', '0.9.8', '0.9', '0.10.0-rc', 'v1.0.0', '', '1.0.0\n'])
    expect(isNewer(version, '0.9.9')).toBe(false)
})

test('an update is what the pinned key signed, and nothing else', () => {
  const good = updateOf('9.0.0', newer)
  expect(refusalOf(good, updateKey, present)).toBeNull()
  expect(refusalOf(updateOf(present, newer), updateKey, present)).toContain('not above')
  expect(refusalOf(updateOf('9.0.0', newer, other.privateKey), updateKey, present)).toContain('signature')
  expect(refusalOf({ ...good, version: '9.0.1' }, updateKey, present)).toContain('signature')
  expect(refusalOf({ ...good, sha256: sha256Of(Buffer.from('x')) }, updateKey, present)).toContain(
    'signature',
  )
  expect(refusalOf(good, 'nonsense', present)).toContain('pinned key')
})

let path = ''
let folder: Folder
let product: Product
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'noisefloor-update-'))
  folder = await openFolder(join(path, 'data'))
  product = await startProduct(wanted())
})
afterEach(async () => {
  await product.close()
  await rm(path, { recursive: true, force: true })
})

describe('the agent', () => {
  const { signal } = new AbortController()
  const consider = async (update: AgentUpdate, key?: string): Promise<string> => {
    const connection = connect({ server: product.url, token: product.token })
    const updates = openUpdates(folder, connection, key)
    await updates.consider(update, signal)
    connection.close()
    return `${updates.state.state}: ${updates.state.detail}`
  }

  test('fetches what is signed and leaves it to root', async () => {
    product.files.set('/sensor/agent.mjs', newer)
    expect(await consider(updateOf('9.0.0', newer), updateKey)).toContain('ok: Version 9.0.0 is here')
    expect(await readFile(join(folder.update, 'agent.mjs'))).toEqual(newer)
  })

  test('fetches nothing without a key or with another’s signature, and keeps nothing else that comes', async () => {
    product.files.set('/sensor/agent.mjs', Buffer.from('something else'))
    expect(await consider(updateOf('9.0.0', newer))).toContain('ok: Off')
    expect(await consider(updateOf('9.0.0', newer, other.privateKey), updateKey)).toContain('failed')
    expect(product.calls).toEqual([])
    expect(await consider(updateOf('9.0.0', newer), updateKey)).toContain('SHA-256 is another')
    await expect(readFile(join(folder.update, 'offer.json'))).rejects.toThrow('ENOENT')
  })
})

describe('root’s service', () => {
  let code = ''
  beforeEach(async () => {
    code = join(path, 'code', 'agent.mjs')
    await mkdir(join(path, 'code'))
    await copyFile(await builtAgent(path), code)
    await writeFile(join(path, 'code', 'update-key'), `${updateKey}\n`)
  })
  const apply = (): { status: number | null; said: string } => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [code, 'apply-update', '--folder', folder.path],
      { encoding: 'utf8' },
    )
    return { status, said: stdout + stderr }
  }
  const offer = async (update: AgentUpdate, bytes: Uint8Array): Promise<void> => {
    await writeFile(join(folder.update, 'agent.mjs'), bytes)
    await writeFile(join(folder.update, 'offer.json'), JSON.stringify(update))
  }

  test('replaces the code by what is signed', async () => {
    await offer(updateOf('9.0.0', newer), newer)
    expect(apply()).toMatchObject({ status: 0, said: 'Installed version 9.0.0.\n' })
    expect(await readFile(code)).toEqual(newer)
  })

  test('replaces nothing by anything else', async () => {
    const before = await readFile(code)
    await offer(updateOf('9.0.0', newer), Buffer.from('evil'))
    expect(apply()).toMatchObject({ status: 1, said: expect.stringContaining('SHA-256') })
    await offer(updateOf('9.0.0', newer, other.privateKey), newer)
    expect(apply()).toMatchObject({ status: 1, said: expect.stringContaining('signature') })
    await offer(updateOf(present, newer), newer)
    expect(apply()).toMatchObject({ status: 1, said: expect.stringContaining('not above') })
    // A link would let root read what the agent may not.
    await offer(updateOf('9.0.0', newer), newer)
    await rm(join(folder.update, 'agent.mjs'))
    await writeFile(join(path, 'elsewhere'), newer)
    await symlink(join(path, 'elsewhere'), join(folder.update, 'agent.mjs'))
    expect(apply()).toMatchObject({ status: 1, said: expect.stringContaining('ELOOP') })
    expect(await readFile(code)).toEqual(before)
  })
})
