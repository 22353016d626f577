import { expect, test } from 'vitest'
import { revisionBases } from './revision-bases.ts'

test('a revision that is sent again after a lost response keeps its version, although the page shows a newer one', () => {
  const bases = revisionBases()
  expect(bases.of({ priceCents: 9_000 }, 1)).toBe(1)
  expect(bases.of({ priceCents: 9_000 }, 2)).toBe(1)
})

test('other content, and everything after an answer, is based on the version on the page', () => {
  const bases = revisionBases()
  bases.of({ priceCents: 9_000 }, 1)
  expect(bases.of({ priceCents: 9_500 }, 2)).toBe(2)
  bases.forget()
  expect(bases.of({ priceCents: 9_500 }, 3)).toBe(3)
})
