import { useHydrated } from '@tanstack/react-router'
import { MapPin, Search } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { cleanZip, isZip } from '../search.ts'
import { LocateButton } from './locate-button.tsx'
import { useMyLocation } from './use-my-location.ts'

/** Loaded when the box has the focus. */
const RecentSearches = lazyPart(() => import('./late-zip-box.ts'), 'RecentSearches')

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
  const [hadFocus, setHadFocus] = useState(false)
  /** After a search the suggestions stay closed until the input changes or the box is focused again. */
  const [isChosen, setChosen] = useState(false)

  // The ZIP code in the URL was changed from outside: by the Back button or a link.
  if (shownFor !== zip) {
    setShownFor(zip)
    setTyped(zip)
    setRefused(false)
  }
  // Takes over a value and the focus from before hydration.
  useEffect(() => {
    const early = cleanZip(input.current?.value ?? '')
    if (early) setTyped(early)
    if (document.activeElement === input.current) setHadFocus(true)
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
          onFocus={() => setHadFocus(true)}
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
      {hadFocus && !isChosen ? (
        <Suspense>
          <RecentSearches zip={zip} onChoose={choose} />
        </Suspense>
      ) : null}
    </div>
  )
}
