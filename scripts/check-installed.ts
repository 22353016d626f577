import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type LockedPackage, readLock } from './packages/shipped.ts'

/**
 * Compares what npm installed with the lock file: `npm install` follows it, and this says so. Only optional packages for other machines,
 * which run nowhere here, may be missing from the lock.
 *   node scripts/check-installed.ts [folder]
 */
type Installed = LockedPackage & { integrity?: string; cpu?: string[] }

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const lock = readLock(root) as Record<string, Installed>
const written = readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')
const { packages } = JSON.parse(written) as { packages: Record<string, Installed> }
const isForOthers = (place: string) => /-wasm32-wasi(\/|$)/.test(place)
const foreign = Object.entries(packages).filter(
  ([place, { version, integrity }]) =>
    !isForOthers(place) && (lock[place]?.version !== version || lock[place]?.integrity !== integrity),
)
for (const [place, { version }] of foreign)
  console.error(`${place} ${version} does not match package-lock.json: ${lock[place]?.version ?? 'nothing'}`)
if (foreign.length === 0) console.log(`${Object.keys(packages).length} packages match package-lock.json.`)
process.exitCode = foreign.length === 0 ? 0 : 1
