import { readFileSync } from 'node:fs'

/** A package as `package-lock.json` has it. */
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

/** Packages by their place, `node_modules/…`; that of the project itself is ''. */
export const readLock = (root: string): Lock =>
  (JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as { packages: Lock }).packages

/**
 * What a package needs where it runs, at any depth. npm would keep more: what a package merely gets on with (an optional peer,
 * such as a test runner of a library's own test helpers) stays in an install without development packages when it happens to be there.
 * @param names packages the project depends on
 * @returns places in the lock, sorted
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

/** What runs in production: what the project depends on, and Node itself where the machine has none. */
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

/** Where Node finds a package from another's place: inside of it, beside it, or further up; null when it is not in the lock. */
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
