import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import type { SearchControls } from '../search-address.ts'
import { SearchFilters } from './search-filters.tsx'
import { showCoaches } from './show-coaches.ts'
import { useResults } from './use-results.ts'
import { WhenChoices } from './when-choices.tsx'

const none = {
  when: undefined,
  price: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  type: undefined,
  gender: undefined,
  facility: undefined,
  launchMonitor: undefined,
  pgaClassA: undefined,
}

/**
 * The time and the filters on narrow screens, as a sheet over the results. Each choice applies immediately, and the button
 * shows the number of remaining coaches.
 */
export function FilterSheet({ search, onClose }: { search: SearchControls; onClose: () => void }) {
  const { result, isOld } = useResults(search)
  const label = result && !isOld ? showCoaches(result.total) : 'Show coaches'
  return (
    <Drawer
      side="bottom"
      open
      onOpenChange={onClose}
      title="Filters"
      footer={
        <>
          <Button variant="ghost" size="lg" onClick={() => search.refine(none)}>
            Clear filters
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
      <div className="grid gap-6">
        <WhenChoices search={search} isInSheet />
        <SearchFilters search={search} isInSheet />
      </div>
    </Drawer>
  )
}
