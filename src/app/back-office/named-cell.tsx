import type { RowShown } from '#features/back-office/schema.ts'

/** A name with the address below it. For `cells` of a list. */
export const named = (name: string, email: string) => (row: RowShown) => (
  <>
    <bdi className="block min-w-36 wrap-anywhere">{row.cells[name] ?? '–'}</bdi>
    {row.cells[email] ? (
      <span className="block text-[0.8125rem] wrap-anywhere text-muted">{row.cells[email]}</span>
    ) : null}
  </>
)
