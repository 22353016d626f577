import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closureOf, type Lock, nameOf, shippedPackages } from './shipped.ts'

/** A package in one version, wherever it lies. */
export interface Licensed {
  /** `name version, licence`. */
  line: string
  places: string[]
  /** It is for some machines only. */
  isOptional: boolean
}

/** What is no dependency in production because the build puts it into the files that are served. */
const builtIn = [
  '@tanstack/react-start-client',
  '@tanstack/react-start-server',
  'tailwindcss',
  '@fontsource-variable/fraunces',
  '@fontsource-variable/instrument-sans',
]

/** Everything that is shipped, with its licence as its author names it, by name and version. */
export function listLicences(lock: Lock): Licensed[] {
  const byLine = new Map<string, Licensed>()
  for (const place of new Set([...shippedPackages(lock), ...closureOf(lock, builtIn)])) {
    const { version = '', license, optional: isOptional = false } = lock[place] ?? {}
    const line = `${nameOf(place)} ${version}, ${license ?? licencesNotInLock[nameOf(place)] ?? 'unknown'}`
    const known = byLine.get(line)
    if (known) known.places.push(place)
    else byLine.set(line, { line, places: [place], isOptional })
  }
  return [...byLine.values()].sort((a, b) => (a.line < b.line ? -1 : 1))
}

/** Of packages that name none in their package.json: what their readme says. */
const licencesNotInLock: Record<string, string> = { 'combine-errors': 'MIT' }

/** The words of a package's licence and notices, with lines as they are; null where it brings none. */
export function readLicenceText(folder: string): string | null {
  if (!existsSync(folder)) throw new Error(`${folder} is not installed: the notices need what is shipped`)
  const files = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(name))
    .sort()
  if (files.length === 0) return null
  return files
    .map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replaceAll('\r\n', '\n')
        .replaceAll(/[ \t]+$/gm, '')
        .trim(),
    )
    .join('\n\n')
}
