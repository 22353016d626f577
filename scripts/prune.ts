import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readLock, shippedPackages } from './packages/shipped.ts'

/**
 * Takes out of node_modules what nothing needs in production: what builds and tests, and the database for trying things out.
 * After `npm install --no-save --omit=dev`, which leaves some of it (decision 0073).
 *   node scripts/prune.ts [folder]
 */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const lock = readLock(root)
const kept = new Set(shippedPackages(lock))
let count = 0
// The outermost first: what lies inside of a package goes with it.
for (const place of Object.keys(lock).sort()) {
  if (!place || kept.has(place) || !existsSync(join(root, place))) continue
  rmSync(join(root, place), { recursive: true })
  count += 1
}
const folder = join(root, 'node_modules')
for (const name of readdirSync(folder).filter((one) => one.startsWith('@')))
  if (readdirSync(join(folder, name)).length === 0) rmdirSync(join(folder, name))
const commands = join(folder, '.bin')
for (const name of existsSync(commands) ? readdirSync(commands) : [])
  if (lstatSync(join(commands, name)).isSymbolicLink() && !existsSync(join(commands, name)))
    rmSync(join(commands, name))
const there = [...kept].filter((place) => existsSync(join(root, place)))
console.log(`Packages kept: ${there.length}, taken out: ${count}.`)
