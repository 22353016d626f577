/** `npm run drill` runs some tests of `npm test` with all of their cases, and prints what was counted. */
export const isDrill = process.env.DRILL === 'all'

/** How many: fewer in `npm test`, all in a drill. */
export const many = (inTest: number, inDrill: number) => (isDrill ? inDrill : inTest)

/** Prints what was counted, in a drill. */
export function report(what: string, counted: object) {
  if (isDrill) console.log(`${what}: ${JSON.stringify(counted, null, 1).replaceAll(/\n\s*/g, ' ')}`)
}

/** Enough for all of it, in milliseconds. */
export const patience = isDrill ? 1_200_000 : 120_000
