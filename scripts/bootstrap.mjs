// Runs on whatever Node the machine has (20 or newer), before anything is installed: built-in modules only.
// 1. `npm ci` when node_modules is missing or older than the lock. 2. with --build: the pages, the sensor's agent and the bundled
// reference data, when what they are made from changed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const [major] = process.versions.node.split('.')
if (Number(major) < 20) {
  console.error(`Noisefloor needs Node 20 or newer to install itself; this is ${process.version}.`)
  process.exit(1)
}

/** Runs a program, which ends with this one. */
async function run(command, args) {
  const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env })
  // Of Ctrl-C a terminal tells both.
  const pass = (signal) => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const status = await new Promise((ended) => {
    child.once('error', (error) => {
      console.error(`${command} cannot be run: ${error.message}`)
      ended(1)
    })
    child.once('close', (code) => ended(code ?? 1))
  })
  process.off('SIGINT', pass).off('SIGTERM', pass)
  if (status !== 0) process.exit(status)
}

/**
 * Neither in `build` nor in `node_modules`: making the pages removes the one, and installing the other. Each start that takes it makes the
 * file of the next number, and only the highest counts. The highest is never removed, so numbers only grow: of several that find the same
 * one left over a single one makes the next, and who acts on what it saw long ago makes a lower one at worst, notices, and steps back.
 */
const lockOf = (number) => join(root, `.start-lock-${number}`)
const touchEveryMs = 1000
/** Milliseconds after which a lock that nobody touched is left over. Process ids mean nothing after a container began anew. */
const staleMs = 15_000

/** The numbers that there are, the highest first. */
const lockNumbers = () =>
  readdirSync(root)
    .map((name) => Number(/^\.start-lock-(\d+)$/.exec(name)?.[1]))
    .filter((number) => number > 0)
    .sort((a, b) => b - a)

/** The lock of this start; 0 while it has none. */
let lock = 0

function touchLock(at = new Date()) {
  try {
    if (lock > 0) utimesSync(lockOf(lock), at, at)
  } catch {
    // Another start held this one for dead; what is under way goes on.
  }
}

/** @returns whether the next number after `highest` is this start's now */
function take(highest) {
  const mine = highest + 1
  writeFileSync(lockOf(mine), '', { flag: 'wx' })
  const [first, ...lower] = lockNumbers()
  if (first === mine) {
    for (const number of lower) rmSync(lockOf(number), { force: true })
    lock = mine
    return true
  }
  rmSync(lockOf(mine), { force: true })
  return false
}

/** Waits until no other start installs or builds here: two would remove each other's files. */
async function takeLock() {
  let told = false
  for (;;) {
    const [highest = 0] = lockNumbers()
    const found = statSync(lockOf(highest), { throwIfNoEntry: false })
    try {
      if ((highest === 0 || (found && Date.now() - found.mtimeMs > staleMs)) && take(highest)) break
    } catch (error) {
      // Where nothing can be written there is nobody to wait for; what has to be written says so itself.
      if (error.code !== 'EEXIST') return
    }
    if (!told) console.log('Another start installs or builds here; this one waits for it …')
    told = true
    await sleep(200)
  }
  setInterval(touchLock, touchEveryMs).unref()
  // As old as can be: the next start need not wait.
  process.on('exit', () => touchLock(new Date(0)))
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
    touchLock()
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    const packed = {
      gz: gzipSync(bytes, { level: 9, memLevel: 9 }),
      br: brotliCompressSync(bytes, { params }),
    }
    for (const [end, smaller] of Object.entries(packed))
      if (smaller.length < bytes.length * 0.95) writeFileSync(`${path}.${end}`, smaller)
  }
}

const isDue = ({ stamp, made }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== made

/** What has to stand before the server starts: `made` says of what it is, `stamp` of what it was made the last time. */
const packages = {
  // The lock's hash, not its time: a fresh clone, a branch switch and a restored backup all have misleading times.
  title: 'Installing packages (npm ci) …',
  stamp: join(root, 'node_modules', '.noisefloor-lock'),
  made: hashOf(['package-lock.json']),
  // Whatever NODE_ENV or npm's settings leave out elsewhere: the pages are built here, and the engine is an optional package.
  make: () =>
    run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']),
}

const builds = [
  {
    title: 'Building the pages …',
    stamp: join(root, 'build', '.source-hash'),
    made: hashOf([
      'app',
      'gnql',
      'methods',
      'model',
      'public',
      'package-lock.json',
      'vite.config.ts',
      'react-router.config.ts',
      'tsconfig.json',
      'scripts/bootstrap.mjs',
    ]),
    async make() {
      await run('react-router', ['build', '--logLevel', 'warn'])
      pack(join(root, 'build', 'client'))
    },
  },
  {
    title: 'Building the sensor’s agent …',
    // Beside what it is of: building the pages empties the folder.
    stamp: join(root, 'build', 'sensor', '.source-hash'),
    made: hashOf(['sensor', 'model', 'packet', 'package-lock.json', 'scripts/build-sensor.mjs']),
    make: () => run('node', ['scripts/build-sensor.mjs']),
  },
  {
    title: 'Preparing the reference data …',
    stamp: join(root, 'node_modules', '.cache', 'noisefloor', 'sources-hash'),
    made: hashOf(['sources', 'package-lock.json']),
    make: () => run('node', ['scripts/prepare-sources.ts']),
    // An install that cannot be written is as good: each data folder makes its own.
    isOptional: true,
  },
]

let isLocked = false

async function ensure(step) {
  if (!isDue(step)) return
  if (!isLocked) await takeLock()
  isLocked = true
  // The other one may have done it.
  if (!isDue(step)) return
  console.log(step.title)
  try {
    // A build that is broken off is of nothing any more.
    rmSync(step.stamp, { force: true })
    await step.make()
    writeFileSync(step.stamp, step.made)
  } catch (error) {
    if (!step.isOptional) throw error
  }
}

await ensure(packages)
// What npm put here is found before the system's own; for most systems it has none.
if (Number(major) < 24 && !existsSync(join(root, 'node_modules', '.bin', 'node'))) {
  console.error(
    `The packages hold no Node for ${process.platform} ${process.arch}, and this is ${process.version}: install Node 24 or newer.`,
  )
  process.exit(1)
}
if (process.argv.includes('--build')) for (const step of builds) await ensure(step)
