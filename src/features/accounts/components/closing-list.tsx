import { formatMoney } from '#platform/money.ts'
import { Alert } from '#ui/alert.tsx'
import type { Closing } from '../account-deletion/schema.ts'

/** Why an account can't be deleted yet, and what ends and is paid back with it. */
export function ClosingList({ closing }: { closing: Closing }) {
  const { reasons, ends, refundCents } = closing
  return (
    <>
      {reasons.length > 0 ? (
        <Alert tone="warning" title="The account can’t be deleted yet">
          <ul className="grid gap-1.5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {ends.length > 0 ? (
        <section className="grid gap-2 rounded-control border bg-surface p-4 text-sm">
          <h3 className="font-semibold">What ends with the account</h3>
          <ul className="grid max-h-56 gap-1.5 overflow-y-auto">
            {ends.map(({ text }) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
          {refundCents > 0 ? (
            <p className="flex justify-between gap-4 border-t pt-2 font-medium">
              Refunds in total <span className="tabular">{formatMoney(refundCents)}</span>
            </p>
          ) : null}
        </section>
      ) : null}
    </>
  )
}
