/** Tables of what still works in each account state: a row per surface, a column per state. */

/** A feature in which an account's state has a visible effect. */
export interface Surface<World> {
  name: string
  /** The expected result for each state, in order: `yes`, `no`, or `–` if not applicable. */
  cells: string
  /** Tries it. @returns null if there is nothing to try in this state */
  ask(world: World): Promise<boolean | null>
}

const cell = (answer: boolean | null) => (answer === null ? '–' : answer ? 'yes' : 'no')

/** Tries every surface in every state. @returns the cells of each surface, by its name */
export async function walkStates<World>(
  worlds: readonly World[],
  surfaces: readonly Surface<World>[],
): Promise<Record<string, string>> {
  const table: Record<string, string> = {}
  for (const { name, ask } of surfaces) {
    const cells: string[] = []
    for (const world of worlds) cells.push(cell(await ask(world)))
    table[name] = cells.join(' ')
  }
  return table
}

/** Formats the table as lines of text with aligned columns. */
export function printStates(states: readonly string[], table: Record<string, string>): string {
  const first = Math.max(...Object.keys(table).map((name) => name.length)) + 2
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(first) + cells.map((text, at) => text.padEnd((states[at]?.length ?? 0) + 2)).join('')
  const lines = Object.entries(table).map(([name, cells]) => line(name, cells.split(' ')))
  return [line('', states), ...lines].map((text) => text.trimEnd()).join('\n')
}

/** True if a request succeeds, false if it is refused. @throws Error when the server failed */
export async function works(asked: Promise<{ status: number; text: string }>): Promise<boolean> {
  const { status, text } = await asked
  if (status >= 500) throw new Error(`answered ${status}: ${text}`)
  return status < 400
}

/** True if a command succeeds, false if it refuses. */
export async function isDone(asked: Promise<{ ok: boolean }>): Promise<boolean> {
  return (await asked).ok
}

/** Runs the check if the object exists in this state. @returns null if it does not */
export async function when<Thing>(
  thing: Thing | null,
  ask: (thing: Thing) => Promise<boolean>,
): Promise<boolean | null> {
  return thing === null ? null : await ask(thing)
}
