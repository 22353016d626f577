import { Button } from '#ui/button.tsx'
import { backOfficeClient } from '../client.ts'
import { useDeskAct } from './use-desk-act.ts'

/** One of a list's acts, done to one row. */
export function RowAct(props: {
  list: string
  act: string
  rowId: string
  label: string
  /** Whom it concerns, for screen readers. */
  whom: string
  done: string
  failure: string
}) {
  const { busy, act } = useDeskAct(props.failure)
  const run = () =>
    backOfficeClient.act.call({
      list: props.list,
      act: props.act,
      q: '',
      filters: {},
      ids: [props.rowId],
      shown: 1,
    })
  return (
    <Button size="sm" loading={busy} onClick={() => void act(run, props.done)}>
      {props.label}
      <span className="sr-only"> {props.whom}</span>
    </Button>
  )
}
