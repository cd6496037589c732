import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { builtAgent } from '../testing/built.ts'
import { type InstallHost, installHost, programOf } from '../testing/install-host.ts'
import { type Product, startProduct, wanted } from '../testing/product.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const template = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')
const scripts = ['install.sh', 'uninstall.sh', 'container.sh']

/** Shells the scripts are tried with: Debian's, RHEL's, Alpine's. */
const shells = [['dash'], ['bash'], ['busybox', 'ash']].flatMap(([name = '', ...more]) => {
  const path = programOf(name)
  if (!path) console.log(`No ${name} here: the sensor's scripts were not tried with it.`)
  return path ? [[path, ...more]] : []
})
const shellcheck = programOf('shellcheck')
if (!shellcheck) console.log('No shellcheck here: the sensor’s scripts were not checked by it.')
const analyze = programOf('systemd-analyze')
if (!analyze) console.log('No systemd-analyze here: the sensor’s units were not verified.')

let path = ''
let agent: Buffer
let product: Product
let host: InstallHost

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'noisefloor-install-'))
  agent = await readFile(await builtAgent(path))
})
afterAll(() => rm(path, { recursive: true, force: true }))
beforeEach(async () => {
  host = await installHost(await mkdtemp(join(path, 'host-')))
  product = await startProduct(wanted())
  product.files.set('/sensor/agent.mjs', agent)
  // What a service runs is this very Node.
  const node = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`
  product.files.set('/sensor/node-linux-x64', Buffer.from(node))
})
afterEach(() => product.close())

async function filled(name: string, other: Record<string, string> = {}): Promise<string> {
  const values: Record<string, string> = {
    server: product.url,
    token: 'nfi_once',
    pin: '',
    agent_sha256: createHash('sha256').update(agent).digest('hex'),
    update_key: 'MCowBQYDK2VwAyEA',
    ...other,
  }
  return (await template(name)).replaceAll(/\{\{(\w+)\}\}/g, (all, key: string) => values[key] ?? all)
}

/** Debian with systemd, or Alpine with OpenRC. */
async function systemd(manager = 'apt-get'): Promise<void> {
  await mkdir(join(host.root, 'run/systemd/system'), { recursive: true })
  await host.program('systemctl', '[ "$1" != is-enabled ]')
  await host.program(manager)
  for (const name of manager === 'apt-get' ? ['dpkg', 'apt-mark'] : ['rpm']) await host.program(name)
}
async function openrc(version: string): Promise<void> {
  for (const name of ['rc-service', 'rc-update', 'addgroup', 'adduser']) await host.program(name)
  await mkdir(join(host.root, 'etc/init.d'), { recursive: true })
  const node = join(host.root, 'usr/bin/node')
  await mkdir(join(host.root, 'usr/bin'), { recursive: true })
  const lines = `[ "$1" = --version ] && { echo ${version}; exit; }; exec '${process.execPath}' "$@"`
  await host.program(
    'apk',
    `case "$*" in *nodejs) printf '%s\\n' '#!/bin/sh' "${lines.replaceAll('"', '\\"').replaceAll('$', '\\$')}" >'${node}'; chmod 755 '${node}';; esac`,
  )
}
const left = async (): Promise<string[]> =>
  (await readdir(host.root, { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && !/host-/.test(join(entry.parentPath, entry.name).slice(host.root.length)),
    )
    .map((entry) => join(entry.parentPath, entry.name).slice(host.root.length))
    .sort()
const unit = (name: string): Promise<string> => readFile(join(host.root, 'etc/systemd/system', name), 'utf8')
const sh = shells[0] ?? ['sh']

test.each(scripts)(
  '%s is a script that every shell reads, and shellcheck finds nothing in it',
  async (name) => {
    for (const [shell = '', ...more] of shells)
      expect(spawnSync(shell, [...more, '-n', join(folder, name)]).stderr.toString()).toBe('')
    if (shellcheck) expect(spawnSync(shellcheck, [join(folder, name)]).stdout.toString()).toBe('')
  },
)

describe.each(shells.map((shell) => ({ name: shell.join(' ').split('/').at(-1), shell })))(
  'with $name',
  ({ shell }) => {
    test('a host becomes a sensor, again without another token, and is left as it was', async () => {
      await systemd()
      const before = await left()
      const install = await filled('install.sh')
      expect(await host.run(shell, install)).toMatchObject({
        code: 0,
        said: expect.stringContaining('turns green'),
      })
      expect(product.calls.filter((call) => call.endsWith('enroll'))).toHaveLength(1)
      const calls = await host.calls()
      expect(calls).toContain('apt-get install -y -qq tcpdump')
      expect(calls).toContain('systemctl enable --quiet noisefloor-sensor.service')
      // The token is nobody's to read on a command line.
      expect(calls.join('\n')).not.toContain('nfi_once')
      expect(await unit('noisefloor-sensor.service')).toContain(
        '\nAmbientCapabilities=CAP_NET_RAW CAP_NET_BIND_SERVICE\n',
      )
      expect(await left()).not.toContain('/etc/systemd/system/noisefloor-sensor-update.path')
      expect(await left()).not.toContain('/etc/ssh/sshd_config.d/10-noisefloor-sensor.conf')

      const once = await left()
      expect(await host.run(shell, install)).toMatchObject({ code: 0 })
      expect(await left()).toEqual(once)
      expect(product.calls.filter((call) => call.endsWith('enroll'))).toHaveLength(1)

      expect(await host.run(shell, await filled('uninstall.sh'))).toMatchObject({ code: 0 })
      expect(product.calls).toContain('POST /api/sensor/leave')
      expect(await host.calls()).toContain('apt-get remove -y -qq tcpdump')
      expect(await host.calls()).toContain('userdel noisefloor-sensor')
      expect(await left()).toEqual(before)
    })

    test('a script whose download broke off does nothing, wherever it was cut', async () => {
      await systemd()
      const before = await left()
      for (const name of scripts) {
        const script = await filled(name)
        for (let end = script.indexOf('\n{\n') + 3; end < script.length - 1; end += 499)
          expect([name, end, (await host.run(shell, script.slice(0, end))).code]).not.toContain(0)
        expect((await host.run(shell, script.trimEnd().slice(0, -1))).code).not.toBe(0)
      }
      expect(await host.calls()).toEqual([])
      expect(await left()).toEqual(before)
    })

    test('a program that reads what it is given takes nothing of the script', async () => {
      await systemd()
      await host.program('apt-get', 'cat >/dev/null')
      const installed = await host.run(shell, await filled('install.sh'))
      expect(installed).toMatchObject({ code: 0, said: expect.stringContaining('turns green') })
    })
  },
)

test.each([
  ['dnf', 'dnf install -y -q tcpdump'],
  ['yum', 'yum install -y -q tcpdump'],
])('on a host with %s its packages come from there', async (manager, call) => {
  await systemd(manager)
  expect(await host.run(sh, await filled('install.sh'))).toMatchObject({ code: 0 })
  expect(await host.calls()).toContain(call)
})

test.each([
  ['apt-get', 'dpkg --no-act --remove', 'apt-get remove -y -qq tcpdump', ['apt-mark auto tcpdump']],
  ['dnf', 'rpm -e --test', 'dnf remove -y -q tcpdump', ['dnf mark remove tcpdump']],
  ['yum', 'rpm -e --test', 'yum remove -y -q tcpdump', []],
])(
  'with %s a package that came with it goes, and stays where others have come to depend on it',
  async (manager, question, removes, keeps) => {
    await systemd(manager)
    const [asked = '', ...words] = question.split(' ')
    const code = join(host.root, 'opt/noisefloor-sensor')
    const uninstalled = async () => {
      await mkdir(code, { recursive: true })
      await writeFile(join(code, 'packages'), 'tcpdump\n')
      const before = (await host.calls()).length
      const said = await host.run(sh, await filled('uninstall.sh'))
      const calls = (await host.calls()).slice(before)
      return { ...said, calls: calls.filter((call) => /^\S+ (?:auto|mark|remove) /.test(call)) }
    }
    expect(await uninstalled()).toMatchObject({ code: 0, calls: [removes] })
    await host.program(asked, `[ "$*" != '${words.join(' ')} tcpdump' ]`)
    const said = expect.stringContaining('tcpdump was not removed')
    expect(await uninstalled()).toEqual({ code: 0, said, calls: keeps })
  },
)

test('Alpine runs it as an OpenRC service with its own Node, where that is new enough', async () => {
  await openrc('v20.15.1')
  expect(await host.run(sh, await filled('install.sh'))).toMatchObject({ code: 0 })
  expect(await host.calls()).toEqual(
    expect.arrayContaining([
      'apk add -q nodejs',
      'apk add -q tcpdump',
      'rc-service noisefloor-sensor restart',
    ]),
  )
  const service = await readFile(join(host.root, 'etc/init.d/noisefloor-sensor'), 'utf8')
  expect(service).toContain('capabilities="^cap_net_raw,^cap_net_bind_service"')
  expect(service).toContain('/usr/bin/node"')
})

test('an older Alpine stops with the reason, before anything is said to the server', async () => {
  await openrc('v18.20.1')
  const { code, said } = await host.run(sh, await filled('install.sh'))
  expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('this Alpine has Node 18') })
  expect(product.calls).toEqual([])
})

test('an agent or a Node that is not what was said is not installed', async () => {
  await systemd()
  const wrong = await host.run(sh, await filled('install.sh', { agent_sha256: '0'.repeat(64) }))
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('SHA-256 of the agent') })
  expect(await left()).not.toContain('/opt/noisefloor-sensor/agent.mjs')
  expect(product.calls).not.toContain('POST /api/sensor/enroll')
})

test('SSH moves only when asked, only where nobody set a port by hand, and comes back', async () => {
  await systemd()
  const dropin = join(host.root, 'etc/ssh/sshd_config.d/10-noisefloor-sensor.conf')
  const install = await filled('install.sh')
  expect(await host.run(sh, install, '--move-ssh', '22x')).toMatchObject({ code: 1 })
  expect(await host.run(sh, install, '--move-ssh', '50022')).toMatchObject({ code: 0 })
  expect(await readFile(dropin, 'utf8')).toBe('Port 50022\n')
  expect(await host.run(sh, await filled('uninstall.sh'))).toMatchObject({ code: 0 })
  expect(await left()).not.toContain('/etc/ssh/sshd_config.d/10-noisefloor-sensor.conf')

  await writeFile(
    join(host.root, 'etc/ssh/sshd_config'),
    'Include /etc/ssh/sshd_config.d/*.conf\nPort 2222\n',
  )
  const refused = await host.run(sh, await filled('install.sh'), '--move-ssh', '50022')
  expect(refused).toMatchObject({ code: 1 })
})

test('units are as systemd wants them, with updates only when asked', async () => {
  await systemd()
  expect(await host.run(sh, await filled('install.sh'), '--updates')).toMatchObject({ code: 0 })
  const names = [
    'noisefloor-sensor.service',
    'noisefloor-sensor-update.service',
    'noisefloor-sensor-update.path',
  ]
  const settings = JSON.parse(
    await readFile(join(host.root, 'var/lib/noisefloor-sensor/settings.json'), 'utf8'),
  )
  expect(settings).toMatchObject({ updateKey: 'MCowBQYDK2VwAyEA' })
  expect(await unit('noisefloor-sensor-update.path')).toContain('/update/offer.json\n')
  if (!analyze) return
  await chmod(host.root, 0o755)
  const paths = names.map((name) => join(host.root, 'etc/systemd/system', name))
  const { stderr } = spawnSync(analyze, ['verify', '--man=no', ...paths], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('noisefloor'))).toEqual([])
})

test('updates are switched on by running it again, and the sensor stays the one it was', async () => {
  await systemd()
  const path = join(host.root, 'var/lib/noisefloor-sensor/settings.json')
  const settings = async () => JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
  expect(await host.run(sh, await filled('install.sh'))).toMatchObject({ code: 0 })
  const before = await settings()
  expect(before).not.toHaveProperty('updateKey')
  expect(await host.run(sh, await filled('install.sh'), '--updates')).toMatchObject({ code: 0 })
  expect(await settings()).toEqual({ ...before, updateKey: 'MCowBQYDK2VwAyEA' })
})

test('the unit of a transporter is one that systemd takes', async () => {
  if (!analyze) return
  const unit = join(host.root, 'noisefloor-transporter.service')
  // Node lies elsewhere on this machine.
  await writeFile(unit, (await template('transporter.service')).replace('/usr/bin/node', process.execPath))
  const { stderr } = spawnSync(analyze, ['verify', '--man=no', unit], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('noisefloor'))).toEqual([])
})

test('user data is cloud-init’s YAML, and its command is a script', async () => {
  const said = await filled('cloud-init.yaml', { pin: 'sha256//AAAA=' })
  expect(said.startsWith('#cloud-config\n')).toBe(true)
  const { runcmd } = parse(said) as { runcmd: string[] }
  expect(runcmd).toHaveLength(1)
  expect(execFileSync('sh', ['-n', '-c', runcmd[0] ?? '']).toString()).toBe('')
})
