import { useQuery } from '@tanstack/react-query'
import { Link, useHydrated } from '@tanstack/react-router'
import { MapPin, PhoneCall, Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { cleanZip, isZip } from '../search.ts'
import { HeroScene } from './hero-scene.tsx'
import { homeQuery } from './home/home-query.ts'
import { LocateButton } from './locate-button.tsx'
import { TrustStrip } from './trust-strip.tsx'
import { useMyLocation } from './use-my-location.ts'
import { WhenSelect } from './when-select.tsx'

const INVALID = 'Please enter a valid 5-digit US zip code'

interface HeroFormProps {
  onSearch: (zip: string, when: string) => void
  /** Called when a search becomes likely, for preloading. */
  onPrepare: () => void
}

/** The hero for visitors: the value proposition, the search form, and reasons to trust the coaches. */
export function Hero(props: HeroFormProps) {
  return (
    <>
      <section className="relative isolate flex min-h-[min(46rem,calc(100svh-4rem))] overflow-hidden bg-paper text-pine scheme-light">
        <HeroScene />
        <div className="wrap flex flex-col justify-between gap-16 pt-10 pb-5 sm:justify-center sm:gap-8 sm:py-20">
          <div>
            <h1 className="max-w-[13ch] text-display">
              Find a golf instructor <em className="font-normal">who gets your swing</em>
            </h1>
            <p className="mt-5 max-w-[38ch] text-lead text-pine/90">
              Coaches within 50 miles, with clear prices, real reviews and open times. Book and pay in a
              minute.
            </p>
          </div>
          <div>
            <HeroForm {...props} />
            <OtherWays />
          </div>
        </div>
      </section>
      <TrustStrip />
    </>
  )
}

/** Alternatives to the search: the match quiz and a consultation call. */
function OtherWays() {
  const { data } = useQuery(homeQuery)
  const look = buttonClass({}, 'border-pine/25 bg-paper/90 text-pine max-sm:w-full')
  return (
    <div className="mt-3 flex flex-wrap gap-2.5">
      <Link to="/find-your-match" className={look}>
        <Sparkles aria-hidden />
        Get a personalized match
      </Link>
      {data ? (
        <a href={data.consultationUrl} target="_blank" rel="noopener" className={look}>
          <PhoneCall aria-hidden />
          Free consultation call
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : null}
    </div>
  )
}

/** The button is always enabled; clicking it shows an error if the ZIP code is missing. */
function HeroForm({ onSearch, onPrepare }: HeroFormProps) {
  const isHydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [zip, setZip] = useState('')
  const [when, setWhen] = useState('')
  const [isRefused, setRefused] = useState(false)
  const here = useMyLocation((found) => onSearch(found, when))
  useEffect(() => {
    const early = cleanZip(input.current?.value ?? '')
    if (early) setZip(early)
    const chosen = input.current?.form && new FormData(input.current.form).get('when')
    if (chosen) setWhen(String(chosen))
  }, [])
  return (
    <form
      action="/"
      method="get"
      noValidate={isHydrated}
      aria-label="Find instructors near you"
      onFocus={onPrepare}
      onSubmit={(event) => {
        event.preventDefault()
        if (isZip(zip)) return onSearch(zip, when)
        setRefused(true)
        input.current?.focus()
      }}
      className="max-w-3xl rounded-card bg-paper/95 p-3 shadow-float sm:p-3.5"
    >
      <div className="flex flex-col gap-2.5 sm:flex-row sm:items-start">
        <Field
          label="Your zip code"
          hideLabel
          required
          error={isRefused ? INVALID : (here.problem ?? undefined)}
          className="min-w-0 flex-1"
        >
          <Input
            ref={input}
            name="zip"
            value={zip}
            onChange={(event) => {
              setZip(cleanZip(event.target.value))
              setRefused(false)
              here.forget()
            }}
            leading={<MapPin aria-hidden />}
            trailing={<LocateButton isLooking={here.isLooking} onLocate={() => void here.locate()} />}
            placeholder="Your zip code"
            inputMode="numeric"
            autoComplete="postal-code"
            pattern="[0-9]{5}"
            required
            title={INVALID}
            className="tabular h-13 text-lg"
          />
        </Field>
        <WhenSelect when={when} onChoose={setWhen} className="sm:w-44" />
        <Button type="submit" variant="primary" size="lg">
          See Instructors Near You
        </Button>
      </div>
    </form>
  )
}
