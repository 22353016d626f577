import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stateGuards } from './state-guards.ts'

const root = join(import.meta.dirname, '../../..')

test.each(stateGuards)('the guard "$name" is in the code that the drill changes', ({ parts }) => {
  for (const { file, from } of parts) expect(readFileSync(join(root, file), 'utf8')).toContain(from)
})
