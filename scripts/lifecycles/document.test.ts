import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stateDiagram } from './diagram.ts'
import { lifecycleDocument } from './document.ts'

test('the page of lifecycles says what the code says; npm run lifecycles writes it anew', () => {
  expect(readFileSync('docs/lifecycles.md', 'utf8')).toBe(lifecycleDocument())
})

test('a life begins, goes on, and ends where nothing follows', () => {
  expect(
    stateDiagram([
      { on: 'plant', by: ['gardener'], from: null, to: 'seed' },
      { on: 'grow_up', by: ['system'], from: 'seed', to: 'tree', afterMinutes: 90 },
    ]),
  ).toBe(`stateDiagram-v2
  [*] --> seed: plant (gardener)
  seed --> tree: grow up (system, after 90 minutes)
  tree --> [*]`)
})
