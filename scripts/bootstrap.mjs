// Runs on whatever Node the machine has (20 or newer), before anything is installed: built-in modules only.
// 1. `npm ci` when node_modules is missing or older than the lock. 2. with --build: the pages, the sensor's agent and the bundled
// reference data, when what they are made from changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const [major] = process.versions.node.split('.')
if (Number(major) < 20) {
  console.error(`Noisefloor needs Node 20 or newer to install itself; this is ${process.version}.`)
  process.exit(1)
}

function run(command, args) {
  const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const at = join(path, entry.name)
      if (entry.isDirectory()) add(at)
      else hash.update(`${at}\0`).update(readFileSync(join(root, at)))
    }
  }
  for (const path of paths) {
    if (!existsSync(join(root, path))) continue
    if (/\.[a-z]+$/.test(path)) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
    else add(path)
  }
  return hash.digest('hex')
}

/** Beside each file of the pages, as small as it gets; what is smaller than a packet, or hardly shrinks, is sent as it is. */
function pack(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(?:js|css|svg|txt|json)$/.test(entry.name)) continue
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < 1024) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    const packed = {
      gz: gzipSync(bytes, { level: 9, memLevel: 9 }),
      br: brotliCompressSync(bytes, { params }),
    }
    for (const [end, smaller] of Object.entries(packed))
      if (smaller.length < bytes.length * 0.95) writeFileSync(`${path}.${end}`, smaller)
  }
}

const changed = (stamp, wanted) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted

// The lock's hash, not its time: a fresh clone, a branch switch and a restored backup all have misleading times.
const installStamp = join(root, 'node_modules', '.noisefloor-lock')
const lockHash = hashOf(['package-lock.json'])
if (changed(installStamp, lockHash)) {
  console.log('Installing packages (npm ci) …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(installStamp, lockHash)
}

if (process.argv.includes('--build')) {
  const buildStamp = join(root, 'build', '.source-hash')
  const sources = [
    'app',
    'gnql',
    'model',
    'public',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'tsconfig.json',
    'scripts/bootstrap.mjs',
  ]
  const sourceHash = hashOf(sources)
  if (changed(buildStamp, sourceHash)) {
    console.log('Building the pages …')
    run('react-router', ['build', '--logLevel', 'warn'])
    pack(join(root, 'build', 'client'))
    writeFileSync(buildStamp, sourceHash)
  }

  // Beside what it is of: building the pages empties the folder.
  const agentStamp = join(root, 'build', 'sensor', '.source-hash')
  const agentHash = hashOf(['sensor', 'model', 'packet', 'package-lock.json', 'scripts/build-sensor.mjs'])
  if (changed(agentStamp, agentHash)) {
    console.log('Building the sensor’s agent …')
    run('node', ['scripts/build-sensor.mjs'])
    writeFileSync(agentStamp, agentHash)
  }

  const dataStamp = join(root, 'node_modules', '.cache', 'noisefloor', 'sources-hash')
  const dataHash = hashOf(['sources', 'package-lock.json'])
  if (changed(dataStamp, dataHash)) {
    console.log('Preparing the reference data …')
    run('node', ['scripts/prepare-sources.ts'])
    try {
      writeFileSync(dataStamp, dataHash)
    } catch {
      // An install that cannot be written is as good: each data folder makes its own.
    }
  }
}
