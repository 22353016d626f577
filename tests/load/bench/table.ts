/** One line of the bench's table. */
export interface Row {
  goal: string
  what: string
  ours: string
  reference: string
  result: string
  /** Half the range over the median, of what `result` was made from; 0 where nothing was repeated. */
  spread: number
  wanted: string
  met: boolean
}

/** More than this, and the neighbours were measured: the row says so and gives no result. */
const MOST_SPREAD = 0.2

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Half the range over the median. */
export function spreadOf(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values)
}

/**
 * Runs A, B, A, B, … so that both see the same neighbours. One round before is thrown away.
 * @returns the answers of each, and the ratios A/B of neighbouring runs
 */
export async function interleave<T>(
  rounds: number,
  a: () => Promise<T>,
  b: () => Promise<T>,
  figure: (answer: T) => number,
): Promise<{ a: T[]; b: T[]; ratios: number[] }> {
  const runs = { a: [] as T[], b: [] as T[], ratios: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const ofA = await a()
    const ofB = await b()
    if (round < 0) continue
    runs.a.push(ofA)
    runs.b.push(ofB)
    runs.ratios.push(figure(ofA) / figure(ofB))
  }
  return runs
}

/** The whole table as Markdown. */
export function renderTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const isSteady = row.spread <= MOST_SPREAD
    const spread = row.spread > 0 ? `±${Math.round(row.spread * 100)} %` : ''
    const result = isSteady ? row.result : 'not reported: too unsteady'
    const verdict = isSteady ? (row.met ? 'met' : 'MISSED') : ''
    return `| ${[row.goal, row.what, row.ours, row.reference, result, spread, row.wanted, verdict].join(' | ')} |`
  })
  return [
    '| goal | what | ours | reference | result | spread | wanted | |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

export const whole = (value: number) => Math.round(value).toLocaleString('en-US')
export const times = (value: number) => `${value.toFixed(2)} ×`
export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
