import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** `npm run drill -- one-slot-race`: races, crashes and measurements that are too long for `npm test`. */
const folder = resolve(import.meta.dirname, '../tests/load')
const [name = '', ...rest] = process.argv.slice(2)
const file = join(folder, `${name}.ts`)
if (!/^[a-z0-9-]+$/.test(name) || !existsSync(file)) {
  const names = readdirSync(folder).flatMap((entry) => (entry.endsWith('.ts') ? [entry.slice(0, -3)] : []))
  console.error(`Name a drill: npm run drill -- <name>, one of:\n  ${names.join('\n  ')}`)
  process.exit(1)
}
process.argv = [process.argv[0] ?? '', file, ...rest]
await import(pathToFileURL(file).href)
