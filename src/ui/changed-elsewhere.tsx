import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/**
 * Says that a text was saved in another window since it was opened here, and offers both versions.
 * @param title what was changed
 * @param onShowLatest discards what was typed here and shows the saved version
 * @param onKeepMine keeps what was typed here, to replace the saved version
 */
export function ChangedElsewhere(props: { title: string; onShowLatest: () => void; onKeepMine: () => void }) {
  return (
    <Alert
      tone="warning"
      title={props.title}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={props.onShowLatest}>
            Show the latest
          </Button>
          <Button size="sm" onClick={props.onKeepMine}>
            Keep mine
          </Button>
        </div>
      }
    >
      Nothing was overwritten. What you typed here is not saved.
    </Alert>
  )
}
