// After every change of dependencies: a registry mirror may lack some platforms' optional packages, and npm then writes
// a lock that its own `npm ci` refuses ("Missing: x@ from lock file"). Drop the optional edges the lock cannot satisfy.
// With --check it changes nothing and fails when there is something to drop.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))

function resolves(from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${place ? `${place}/` : ''}node_modules/${name}`]) return true
    if (!place) return false
  }
}

let dropped = 0
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === '') continue
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (resolves(place, name)) continue
    delete entry.optionalDependencies[name]
    dropped++
  }
}
if (process.argv.includes('--check')) {
  if (dropped > 0) {
    console.error(
      `package-lock.json names ${dropped} optional packages it cannot satisfy: run node scripts/prune-lock.mjs`,
    )
    process.exit(1)
  }
} else {
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${dropped} unavailable optional dependencies dropped from the lock`)
}
