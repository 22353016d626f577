import { readFileSync } from 'node:fs'

/** A package entry of `package-lock.json`. */
export interface LockedPackage {
  version?: string
  license?: string
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Lock = Record<string, LockedPackage>

/** Packages by location, `node_modules/…`; the project itself has the key ''. */
export const readLock = (root: string): Lock =>
  (JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as { packages: Lock }).packages

/**
 * The packages that the given packages need at runtime, at any depth. npm would keep more: an install without development packages retains
 * optional peers, such as the test runner for a library's test helpers, if they happen to be present.
 * @param names packages the project depends on
 * @returns locations in the lock file, sorted
 */
export function closureOf(lock: Lock, names: readonly string[]): string[] {
  const found = new Set<string>()
  const waiting = names.map((name) => placeOf(lock, '', name))
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place === null || found.has(place)) continue
    found.add(place)
    for (const name of needsOf(lock[place] ?? {})) waiting.push(placeOf(lock, place, name))
  }
  return [...found].sort()
}

/** The packages that production needs: the project's dependencies, and Node itself for machines without it. */
export function shippedPackages(lock: Lock): string[] {
  const { dependencies = {}, optionalDependencies = {} } = lock[''] ?? {}
  return closureOf(lock, [...Object.keys(dependencies), ...Object.keys(optionalDependencies)])
}

export const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 13)

function needsOf({ dependencies, optionalDependencies, ...peers }: LockedPackage): string[] {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = peers
  const peersNeeded = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peersNeeded]
}

/**
 * Resolves a package name from a package's location as Node does: nested, then as a sibling, then further up; null if the lock file has
 * none.
 */
function placeOf(lock: Lock, from: string, name: string): string | null {
  for (
    let folder = from;
    folder;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const inside = `${folder}/node_modules/${name}`
    if (lock[inside]) return inside
  }
  const outermost = `node_modules/${name}`
  return lock[outermost] ? outermost : null
}
