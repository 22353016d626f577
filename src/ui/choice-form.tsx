import { useEffect, useState } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { RadioGroup, type RadioOption } from './radio-group.tsx'
import { Skeleton } from './skeleton.tsx'

/** A setting with a few options: radio buttons and a button that saves the chosen one. */
export function ChoiceForm<Value extends string>({
  legend,
  name,
  options,
  saved,
  errorTitle,
  onRetry,
  saveLabel,
  busy,
  onSave,
}: {
  legend: string
  name: string
  options: readonly (RadioOption & { value: Value })[]
  /** The current value; undefined while it loads. */
  saved: Value | undefined
  /** Shown instead of the form when the value could not be loaded. */
  errorTitle: string | null
  onRetry: () => void
  saveLabel: string
  busy: boolean
  onSave: (value: Value) => void
}) {
  const [chosen, setChosen] = useState<Value>()
  useEffect(() => setChosen(saved), [saved])
  if (errorTitle)
    return (
      <Alert
        tone="error"
        title={errorTitle}
        action={
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    )
  if (saved === undefined) return <Skeleton className="h-44 w-full" />
  const value = chosen ?? saved
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSave(value)
      }}
    >
      <RadioGroup
        legend={legend}
        hideLegend
        name={name}
        value={value}
        onValueChange={(next) => setChosen(options.find((option) => option.value === next)?.value)}
        options={options}
      />
      <Button type="submit" variant="brand" className="mt-5" loading={busy} disabled={value === saved}>
        {saveLabel}
      </Button>
    </form>
  )
}
