import { expect, test } from 'vitest'
import { currentWeights, GATE, meanNdcg, weightNames } from './ndcg.ts'
import { coachNames, personas } from './personas.ts'

test('there are about sixty personas, and their expected coaches exist', () => {
  expect(personas.length).toBeGreaterThanOrEqual(60)
  for (const { grades, who } of personas)
    for (const name of grades.keys()) expect(coachNames, who).toContain(name)
})

test('the weights rank first the coaches that people would recommend', () => {
  expect(meanNdcg(currentWeights)).toBeGreaterThanOrEqual(GATE)
})

test.each(weightNames)('without %s the ranking gets worse than the gate allows', (name) => {
  expect(meanNdcg({ ...currentWeights, [name]: 0 })).toBeLessThan(GATE)
})

const pairs = weightNames.flatMap((a, index) => weightNames.slice(index + 1).map((b) => [a, b] as const))

test.each(pairs)('with %s and %s swapped the ranking also gets worse [E7]', (a, b) => {
  expect(meanNdcg({ ...currentWeights, [a]: currentWeights[b], [b]: currentWeights[a] })).toBeLessThan(GATE)
})
