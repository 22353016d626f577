import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { normalCode } from '../discount.ts'

/** A line that opens a box for a code. What was typed stays when the code is refused. */
export function PromoCodeField({
  refusal,
  busy,
  onApply,
}: {
  /** Why the code that was tried last is not part of the price. */
  refusal: string | null
  busy: boolean
  onApply: (code: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const error = problem ?? refusal
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])

  function apply(event: FormEvent) {
    event.preventDefault()
    const code = normalCode(typed)
    setProblem(code ? null : 'Enter a code first')
    if (code) onApply(code)
    input.current?.focus()
  }

  if (!isOpen && !refusal)
    return (
      <button type="button" className="self-start text-link text-[0.9375rem]" onClick={() => setOpen(true)}>
        Have a promo code?
      </button>
    )
  return (
    <form noValidate onSubmit={apply}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Promo code
      </label>
      <div className="flex gap-2">
        <Input
          ref={input}
          id={id}
          value={typed}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
          className="flex-1 uppercase placeholder:normal-case"
        />
        <Button type="submit" loading={busy}>
          Apply
        </Button>
      </div>
      {error ? (
        <div className="mt-1.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      ) : null}
    </form>
  )
}
