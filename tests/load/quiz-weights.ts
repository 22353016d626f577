/**
 * What each weight of the match quiz is good for: nDCG@3 over the written golfers with all of them, without each one, and with every
 * two exchanged; and the golfers who are served worst.
 *
 *   npm run drill -- quiz-weights
 */
import { currentWeights, GATE, meanNdcg, ndcgOf, weightNames } from '../match-quiz/ndcg.ts'
import { personas } from '../match-quiz/personas.ts'

const all = meanNdcg(currentWeights)
const row = (what: string, value: number) =>
  console.log(`| ${what} | ${value.toFixed(4)} | ${(value - all).toFixed(4)} |`)

console.log(`${personas.length} golfers, gate ${GATE}\n\n| weights | nDCG@3 | against all |\n|---|--:|--:|`)
row('all', all)
for (const name of weightNames)
  row(`without ${name} (${currentWeights[name]})`, meanNdcg({ ...currentWeights, [name]: 0 }))
const exchanged = weightNames.flatMap((a, at) =>
  weightNames.slice(at + 1).map((b) => ({
    what: `${a} and ${b} exchanged`,
    value: meanNdcg({ ...currentWeights, [a]: currentWeights[b], [b]: currentWeights[a] }),
  })),
)
for (const { what, value } of exchanged.toSorted((a, b) => b.value - a.value)) row(what, value)
console.log('\nWorst results:')
const served = personas.map((persona) => ({ who: persona.who, value: ndcgOf(persona, currentWeights) }))
for (const { who, value } of served.toSorted((a, b) => a.value - b.value).slice(0, 5))
  console.log(`- ${value.toFixed(3)} ${who}`)
