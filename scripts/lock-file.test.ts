import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  /** Comes with the package that contains it. */
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
  integrity?: string
  hasInstallScript?: boolean
  optional?: boolean
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
)
const { '': own, ...packages } = lock.packages
const manifest: { optionalDependencies: Record<string, string>; allowScripts: Record<string, boolean> } =
  JSON.parse(readFileSync('package.json', 'utf8'))

test('everything that is installed has a hash in the lock file', () => {
  expect(own).toBeDefined()
  const without = Object.entries(packages).filter(
    ([, { integrity, inBundle }]) => !inBundle && !/^sha512-/.test(integrity ?? ''),
  )
  expect(without.map(([path]) => path)).toEqual([])
})

test('the lock file has the packages of every platform: npm 10 installs no others', () => {
  const isLocked = (within: string, name: string) =>
    `${within}/node_modules/${name}` in packages || `node_modules/${name}` in packages
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
  )
  expect(missing).toEqual([])
})

test('Node comes for five platforms from packages that run nothing, and from none that fetches another', () => {
  const names = Object.keys(manifest.optionalDependencies)
  expect(names).toHaveLength(5)
  for (const name of names) {
    expect(packages[`node_modules/${name}`], name).toMatchObject({ optional: true })
    expect(packages[`node_modules/${name}`]?.hasInstallScript, name).toBeUndefined()
    expect(readFileSync('scripts/bootstrap.mjs', 'utf8')).toContain(`'${name}'`)
  }
  expect(Object.keys(packages)).not.toContain('node_modules/node')
})
