import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listLicences, readLicenceText } from './packages/licences.ts'
import { readLock } from './packages/shipped.ts'

/**
 * Writes NOTICES.txt: what of other people's work is shipped, under which licence, and the words those licences ask for. To be run
 * when dependencies change; a test compares its list with the lock file.
 *   node scripts/notices.ts
 */
const root = resolve(import.meta.dirname, '..')
const listed = listLicences(readLock(root))
const textOf = new Map<string, string[]>()
const without: string[] = []
for (const { places, line, isOptional } of listed) {
  // One of them lies here, of many platforms; the file is the same on all machines.
  const text = isOptional ? null : readLicenceText(join(root, places[0] ?? ''))
  if (text) textOf.set(text, [...(textOf.get(text) ?? []), line])
  else without.push(line)
}
const rule = '-'.repeat(100)
const texts = [...textOf].map(([text, lines]) => `${rule}\n${lines.join('\n')}\n\n${text}\n`)
writeFileSync(
  join(root, 'NOTICES.txt'),
  `Greenside is made with the work of many others. These are their packages that are shipped with it or run on its servers, each with
its version and licence; below are the words of the licences. Written by scripts/notices.ts.
ZIP codes in db/seed/newer-zip-codes.ts: GeoNames (geonames.org), https://creativecommons.org/licenses/by/4.0/.

${listed.map(({ line }) => line).join('\n')}

${rule}
Packages for other machines, and those that bring no words of their own: their licence is the one named.

${without.join('\n')}

${texts.join('\n')}`,
)
console.log(`NOTICES.txt: ${listed.length} packages, ${textOf.size} texts, ${without.length} without.`)
