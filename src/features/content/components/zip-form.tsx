import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cleanZip, isZip } from '#features/search/search.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

const INVALID = 'Please enter a valid 5-digit US zip code'

/** A form that leads to the search. It works without JavaScript. */
export function ZipForm({ buttonLabel = 'See Instructors Near You' }: { buttonLabel?: string }) {
  const navigate = useNavigate()
  const [zip, setZip] = useState('')
  const [isRefused, setRefused] = useState(false)
  return (
    <form
      action="/"
      method="get"
      noValidate
      aria-label="Find instructors near you"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = cleanZip(String(new FormData(event.currentTarget).get('zip') ?? ''))
        if (isZip(typed)) return void navigate({ to: '/', search: { zip: typed }, hash: 'search' })
        setRefused(true)
        event.currentTarget.querySelector('input')?.focus()
      }}
      className="flex max-w-lg flex-col gap-2.5 sm:flex-row sm:items-start"
    >
      <Field
        label="Your zip code"
        hideLabel
        required
        error={isRefused ? INVALID : undefined}
        className="min-w-0 flex-1"
      >
        <Input
          name="zip"
          value={zip}
          onChange={(event) => {
            setZip(cleanZip(event.target.value))
            setRefused(false)
          }}
          placeholder="Your zip code"
          inputMode="numeric"
          autoComplete="postal-code"
          pattern="[0-9]{5}"
          className="tabular h-13 text-lg"
        />
      </Field>
      <Button type="submit" variant="brand" size="lg">
        {buttonLabel}
      </Button>
    </form>
  )
}
