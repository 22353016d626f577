import { useHydrated } from '@tanstack/react-router'
import { History, MapPin, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { cleanZip, isZip } from '../search.ts'
import { LocateButton } from './locate-button.tsx'
import { useMyLocation } from './use-my-location.ts'
import { clearRecentSearches, useRecents } from './use-recents.ts'

const INVALID = 'Enter a valid 5-digit zip code'

/**
 * Searches once five digits are entered, or on Enter or the button. Part of a form, so that it works before
 * the scripts load.
 */
export function ZipBox({ zip = '', onSearch }: { zip?: string; onSearch: (zip: string) => void }) {
  const isHydrated = useHydrated()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(zip)
  const [shownFor, setShownFor] = useState(zip)
  const [isRefused, setRefused] = useState(false)
  /** After a search the suggestions stay closed until the input changes or the box is focused again. */
  const [isChosen, setChosen] = useState(false)

  // The ZIP code in the URL was changed from outside: by the Back button or a link.
  if (shownFor !== zip) {
    setShownFor(zip)
    setTyped(zip)
    setRefused(false)
  }
  // Takes over a value entered before hydration.
  useEffect(() => {
    const early = cleanZip(input.current?.value ?? '')
    if (early) setTyped(early)
  }, [])

  const choose = (found: string) => {
    setTyped(found)
    setRefused(false)
    setChosen(true)
    input.current?.focus()
    onSearch(found)
  }
  const here = useMyLocation(choose)
  const change = (text: string) => {
    const digits = cleanZip(text)
    setTyped(digits)
    here.forget()
    setChosen(isZip(digits))
    if (isZip(digits)) setRefused(false)
    if (isZip(digits) && digits !== zip) onSearch(digits)
  }
  const submit = () => {
    if (!isZip(typed)) return setRefused(true)
    setChosen(true)
    onSearch(typed)
  }

  return (
    <div ref={box} className="group/zip relative flex items-start gap-2">
      <Field
        label="Zip code"
        hideLabel
        error={isRefused ? INVALID : (here.problem ?? undefined)}
        className="min-w-0 flex-1"
      >
        <Input
          ref={input}
          name="zip"
          value={typed}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            // Enter is handled here because a disabled submit button would ignore it without showing the
            // error.
            if (event.key === 'Escape') setChosen(true)
            if (event.key !== 'Enter') return
            event.preventDefault()
            submit()
          }}
          onBlur={({ relatedTarget }) => {
            // Moving the focus to a suggestion does not trigger validation.
            if (relatedTarget && box.current?.contains(relatedTarget)) return
            setChosen(false)
            setRefused(typed !== '' && !isZip(typed))
          }}
          leading={<MapPin aria-hidden />}
          trailing={<LocateButton isLooking={here.isLooking} onLocate={() => void here.locate()} />}
          placeholder="Zip code"
          inputMode="numeric"
          autoComplete="postal-code"
          pattern="[0-9]{5}"
          title={INVALID}
          className="tabular h-13 text-lg"
        />
      </Field>
      <Button type="submit" variant="brand" size="lg" disabled={isHydrated && !isZip(typed)} onClick={submit}>
        <Search aria-hidden />
        Search
      </Button>
      {isChosen ? null : <RecentSearches zip={zip} onChoose={choose} />}
    </div>
  )
}

/** Recent searches, shown below the box while it has focus. They overlay the page to avoid layout shifts. */
function RecentSearches({ zip, onChoose }: { zip: string; onChoose: (zip: string) => void }) {
  const recents = useRecents().filter((recent) => recent.zip !== zip)
  if (recents.length === 0) return null
  return (
    <fieldset className="absolute top-full left-0 z-20 mt-1.5 hidden w-full max-w-sm min-w-64 rounded-card border bg-surface-raised p-1.5 shadow-float group-focus-within/zip:block">
      <legend className="sr-only">Recent searches</legend>
      <ul>
        {recents.map((recent) => (
          <li key={recent.zip}>
            <button
              type="button"
              onClick={() => onChoose(recent.zip)}
              className="flex h-10 w-full items-center gap-2.5 rounded-control px-2.5 text-left text-[0.9375rem] hover:bg-surface-hover"
            >
              <History aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="tabular font-semibold">{recent.zip}</span>
              <span className="truncate text-muted">{recent.town}</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={clearRecentSearches}
        className="mt-1.5 h-9 w-full border-t px-2.5 text-left text-sm text-muted hover:text-ink"
      >
        Clear recent searches
      </button>
    </fieldset>
  )
}
