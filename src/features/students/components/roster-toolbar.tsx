import { Download, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Select } from '#ui/select.tsx'
import {
  firstOrder,
  type RosterAddress,
  type RosterSort,
  rosterHref,
  rosterSortLabels,
  rosterSorts,
  rosterView,
} from '../roster.ts'

const TYPING_MS = 300

/** Search, sorting and export of the list. Also works as a form without scripts. */
export function RosterToolbar({
  address,
  onAddress,
}: {
  address: RosterAddress
  onAddress: (address: RosterAddress, replace?: boolean) => void
}) {
  const view = rosterView(address)
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const query = address.q ?? ''
  /** A search that waits for the end of typing keeps what was chosen since. */
  const latest = useRef(address)
  useEffect(() => {
    latest.current = address
  }, [address])
  useEffect(() => () => clearTimeout(timer.current), [])
  // Going back changes the query, so update the search field unless the user is typing in it.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = query
  }, [query])
  const search = (typed: string) => {
    clearTimeout(timer.current)
    onAddress({ ...latest.current, q: typed.trim() || undefined, page: undefined }, true)
  }
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <search className="min-w-0 grow basis-64">
        <form
          method="get"
          action="/your-students"
          onSubmit={(event) => {
            event.preventDefault()
            search(box.current?.value ?? '')
          }}
        >
          {address.who ? <input type="hidden" name="who" value={address.who} /> : null}
          <Input
            ref={box}
            name="q"
            type="text"
            enterKeyHint="search"
            aria-label="Search your students by name"
            placeholder="Search by name"
            autoComplete="off"
            maxLength={100}
            defaultValue={query}
            leading={<Search aria-hidden />}
            trailing={
              query ? (
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label="Clear the search"
                  onClick={() => {
                    if (box.current) box.current.value = ''
                    search('')
                    box.current?.focus()
                  }}
                >
                  <X aria-hidden />
                </Button>
              ) : undefined
            }
            onChange={(event) => {
              const typed = event.target.value
              clearTimeout(timer.current)
              timer.current = setTimeout(() => search(typed), TYPING_MS)
            }}
          />
        </form>
      </search>
      <div className="w-48 grow sm:grow-0">
        <Select
          aria-label="Sort by"
          value={view.sort}
          options={rosterSorts.map((value) => ({ value, label: rosterSortLabels[value] }))}
          onChange={(event) => {
            const by = event.target.value as RosterSort
            onAddress({ ...address, by, order: firstOrder(by), page: undefined })
          }}
        />
      </div>
      <LinkButton href={fileHref(address)} target="_self" download>
        <Download aria-hidden />
        CSV
        <span className="sr-only"> of this list</span>
      </LinkButton>
    </div>
  )
}

/** The URL of the export with the same filters, including all pages. */
function fileHref(address: RosterAddress): string {
  const { query, filter, sort, order } = rosterView(address)
  return `/api/coach/students.csv?${new URLSearchParams({ query, filter, sort, order })}`
}

/** The URL of a filter: keeps the search, resets the page. */
export const filterHref = (address: RosterAddress, who: RosterAddress['who']) =>
  rosterHref({ ...address, who, page: undefined })
