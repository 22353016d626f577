import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Input, type InputProps } from '#ui/input.tsx'

/** A password field with a button to show its value. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-9 place-items-center rounded-control text-muted transition-colors hover:bg-surface-hover hover:text-ink"
        >
          <Icon aria-hidden className="size-4.5" />
        </button>
      }
    />
  )
}
