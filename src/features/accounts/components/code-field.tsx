import { useEffect, useRef, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

export type CodeFieldProps = {
  error: string | undefined
  /** Whether a backup code is accepted as well. */
  backup?: boolean
  /** Whether to focus the field on mount; false if something else should be seen first. */
  focused?: boolean
}

/** A field for a code from the app. If backup codes are accepted, a link switches to entering one. */
export function CodeField({ error, backup = true, focused = true }: CodeFieldProps) {
  const [isBackup, setBackup] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Also focuses the field after switching between the two kinds of codes.
  useEffect(() => {
    if (input.current) input.current.inputMode = isBackup ? 'text' : 'numeric'
    if (focused) input.current?.focus()
  }, [isBackup, focused])
  return (
    <div className="flex flex-col items-start gap-2">
      <Field
        label={isBackup ? 'Backup code' : '6-digit code'}
        hint={isBackup ? 'One of the ten codes you saved. Each works once.' : 'It changes every 30 seconds.'}
        required
        error={error}
        className="w-full"
      >
        <Input
          ref={input}
          name="code"
          autoComplete={isBackup ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          className="tabular"
        />
      </Field>
      {backup ? (
        <button type="button" className="text-link text-[0.9375rem]" onClick={() => setBackup(!isBackup)}>
          {isBackup ? 'Use a code from my app' : 'Use a backup code'}
        </button>
      ) : null}
    </div>
  )
}
