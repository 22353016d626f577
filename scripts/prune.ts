import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { readLock, shippedPackages } from './packages/shipped.ts'

/**
 * Takes out of node_modules what nothing needs in production: what builds and tests, the database for trying things out, and files for
 * programmers.
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
/**
 * What no running program reads: maps, types, TypeScript sources (Node runs none in node_modules) and texts for programmers other than
 * licenses, Node's headers, and time zones as they were before 1970.
 */
const unread =
  /\.(map|[cm]?tsx?|tsbuildinfo|flow)$|(^|\/)(?!(licen[cs]e|copying|notice)[^/]*$)[^/]*\.md$|^node-[^/]+\/(include|share)\/|^geo-tz\/data\/timezones(-now)?\.geojson\./i
let bytes = 0
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (!entry.isFile() || !unread.test(relative(folder, path).replaceAll('\\', '/'))) continue
  bytes += lstatSync(path).size
  rmSync(path)
}
const there = [...kept].filter((place) => existsSync(join(root, place)))
console.log(
  `Packages kept: ${there.length}, taken out: ${count}; files that nothing reads: ${Math.round(bytes / 1_000_000)} MB.`,
)
