import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { SearchControls } from '../search-address.ts'
import { showCoaches } from './show-coaches.ts'
import { useResults } from './use-results.ts'
import { WhenChoices } from './when-choices.tsx'

/** Chooses several days and parts of the day. The button shows the number of remaining coaches. */
export function WhenDialog({ search, onClose }: { search: SearchControls; onClose: () => void }) {
  const { result, isOld } = useResults(search)
  const label = result && !isOld ? showCoaches(result.total) : 'Show coaches'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="When would you like to play?"
      footer={
        <>
          <Button variant="ghost" size="lg" onClick={() => search.refine({ when: undefined })}>
            Any time
          </Button>
          <Button variant="brand" size="lg" onClick={onClose}>
            {label}
          </Button>
        </>
      }
    >
      <p role="status" className="sr-only">
        {label}
      </p>
      <div className="grid gap-6 pb-2">
        <WhenChoices search={search} />
      </div>
    </Dialog>
  )
}
