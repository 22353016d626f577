import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
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
  const without = Object.entries(packages).filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
  expect(without.map(([path]) => path)).toEqual([])
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
