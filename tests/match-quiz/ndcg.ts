import { rank } from '#features/match-quiz/ranking.ts'
import { type WeightName, type Weights, weights } from '#features/match-quiz/weights.ts'
import { type Persona, personas } from './personas.ts'

/** The weights against people's judgement: normalised discounted cumulative gain of the first three (Järvelin and Kekäläinen 2002). */

const { version: _, ...rest } = weights
export const currentWeights: Weights = rest
export const weightNames = Object.keys(currentWeights) as WeightName[]

const gain = (grades: readonly number[]) =>
  grades.slice(0, 3).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)

/** How well one golfer is served: 1 where the first three could not be better. */
export function ndcgOf({ candidates, request, grades }: Persona, by: Weights): number {
  const shown = rank(candidates, request, by).map(({ coach }) => grades.get(coach.id) ?? 0)
  return gain(shown) / gain([...grades.values()].toSorted((a, b) => b - a))
}

/** The mean over all written golfers. */
export const meanNdcg = (by: Weights): number =>
  personas.reduce((sum, persona) => sum + ndcgOf(persona, by), 0) / personas.length

/** Below this the order got worse. Raise it when the weights get better. */
export const GATE = 0.985
