import { useEffect, useRef, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

export type CodeFieldProps = {
  error: string | undefined
  /** Whether a backup code will do, too. */
  backup?: boolean
  /** Has the focus as it appears; not where something else is to be looked at first. */
  focused?: boolean
}

/** A code of the app; where both will do, a backup code after a word to say so. */
export function CodeField({ error, backup = true, focused = true }: CodeFieldProps) {
  const [isBackup, setBackup] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Also when the kind changes: whoever asked for the other one wants to type it.
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
