import type { RowShown } from '../schema.ts'

/** A name, with the address in its title. For `cells` of a list. */
export const named = (name: string, email: string) => (row: RowShown) => (
  <span title={[row.cells[name], row.cells[email]].filter(Boolean).join(', ')}>
    <bdi>{row.cells[name] ?? row.cells[email] ?? '–'}</bdi>
    {row.cells[name] && row.cells[email] ? <span className="sr-only">, {row.cells[email]}</span> : null}
  </span>
)
