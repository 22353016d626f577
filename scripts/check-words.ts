import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/**
 * Refuses words in comments that make a sentence hard to read (decision 0122). Prints every line that has one; exits with 1 when there is
 * one. Migrations are left out, because their checksums are recorded in every database.
 */

const root = resolve(import.meta.dirname, '..')
const folders = ['src', 'tests', 'scripts', 'db/seed']
const refused =
  /\b(whoever|whatever|nobody|anew|beside|so many|so long|those (who|that|of)|(is|are) told|hears? of|heard|stands?|one's|(of|by) itself|is gone|is over|comes? to know|makes? of|is there for|somebody)\b/i

/** Lines that need one of the words: the name of a drill, and the name of a parameter. */
const allowed = [/tracking-beside-searches/, /@param heard\b/]

const isComment = (line: string) => /^\s*(\/\/|\/\*|\*|--)/.test(line)

const found = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(tsx?|mjs|sql)$/.test(entry.name) && !/\.gen\.ts$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const word =
          isComment(line) && !allowed.some((one) => one.test(line)) ? refused.exec(line)?.[0] : null
        return word ? `${relative(root, file)}:${at + 1}: "${word}" in ${line.trim()}` : []
      }),
  )
if (found.length > 0) {
  console.error(found.join('\n'))
  console.error(`\n${found.length} comment(s) with words that decision 0122 refuses`)
  process.exit(1)
}
console.log('words: all comments are in plain English')
