import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answers } from './answers.ts'

/** The names of all questions that a file of the features asks. */
function asked(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\banswers\.(\w+)\(/g)])
    .map((match) => String(match[1]))
}

test('every question asked is answered, and every answer belongs to a question', () => {
  expect([...new Set(asked(join(import.meta.dirname, '../features')))].sort()).toEqual(
    Object.keys(answers).sort(),
  )
})
