/** One row of a lifecycle table, as every feature writes them. */
export interface Step {
  on: string
  by: readonly string[]
  from: string | null
  to: string
  afterMinutes?: number
}

/** A lifecycle table as a Mermaid state diagram: what happens, and who may cause it. */
export function stateDiagram(steps: readonly Step[]): string {
  const lines = steps.map(({ on, by, from, to, afterMinutes }) => {
    const when = afterMinutes === undefined ? '' : `, after ${afterMinutes} minutes`
    return `  ${from ?? '[*]'} --> ${to}: ${on.replaceAll('_', ' ')} (${by.join(', ')}${when})`
  })
  const left = new Set(steps.flatMap(({ from, to }) => (from === to ? [] : [from])))
  const ends = [...new Set(steps.map(({ to }) => to))].filter((state) => !left.has(state))
  return ['stateDiagram-v2', ...lines, ...ends.map((state) => `  ${state} --> [*]`)].join('\n')
}
