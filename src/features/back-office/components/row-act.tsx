import { Button } from '#ui/button.tsx'
import { describeOutcome, type Outcome } from '../act-outcome.ts'
import { backOfficeClient } from '../client.ts'
import { showOutcome, useDeskAct } from './use-desk-act.ts'

interface OneRow {
  list: string
  act: string
  rowId: string
  done: string
}

/** Runs one of a list's acts on one row. Another admin may have done it, or removed the row, in the meantime. */
export async function actOnRow({ list, act, rowId, done }: OneRow): Promise<Outcome> {
  const answer = await backOfficeClient.act.call({ list, act, q: '', filters: {}, ids: [rowId], shown: 1 })
  return describeOutcome(answer, {
    chosen: 1,
    done,
    unchanged: 'The row was changed or removed in the meantime.',
  })
}

/** One of a list's acts, done to one row. */
export function RowAct(
  props: OneRow & {
    label: string
    /** Whom it concerns, for screen readers. */
    whom: string
    failure: string
  },
) {
  const { busy, act } = useDeskAct(props.failure)
  return (
    <Button size="sm" loading={busy} onClick={() => void act(async () => showOutcome(await actOnRow(props)))}>
      {props.label}
      <span className="sr-only"> {props.whom}</span>
    </Button>
  )
}
