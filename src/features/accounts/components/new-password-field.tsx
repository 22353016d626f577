import { useState } from 'react'
import { cn } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { type PasswordStrength, strengthOf } from '../passwords/password.ts'
import { PasswordInput } from './password-input.tsx'

const looks: Record<PasswordStrength, { bars: number; words: string; colour: string }> = {
  'too short': { bars: 1, words: 'Too short', colour: 'bg-red' },
  'easy to guess': { bars: 1, words: 'Easy to guess', colour: 'bg-red' },
  fair: { bars: 2, words: 'Fair. Longer is stronger', colour: 'bg-yellow' },
  good: { bars: 3, words: 'Good', colour: 'bg-green' },
  strong: { bars: 4, words: 'Strong', colour: 'bg-green' },
}
const bars = [1, 2, 3, 4]

/** A field for a new password, with a strength indicator. */
export function NewPasswordField({
  name,
  label = 'Password',
  error,
  defaultValue = '',
}: {
  name: string
  label?: string
  error: string | undefined
  defaultValue?: string | undefined
}) {
  const [typed, setTyped] = useState(defaultValue)
  const look = looks[strengthOf(typed)]
  return (
    <Field label={label} required error={error} hint={<Hint look={typed === '' ? null : look} />}>
      <PasswordInput
        name={name}
        autoComplete="new-password"
        defaultValue={defaultValue}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </Field>
  )
}

/** One line in every state, to avoid layout shifts while typing. */
function Hint({ look }: { look: (typeof looks)[PasswordStrength] | null }) {
  return (
    <span className="flex h-5 items-center gap-2.5">
      {look ? (
        <span aria-hidden className="flex gap-1">
          {bars.map((bar) => (
            <span
              key={bar}
              className={cn('h-1 w-5 rounded-full', bar <= look.bars ? look.colour : 'bg-surface-sunken')}
            />
          ))}
        </span>
      ) : null}
      <span>{look ? look.words : 'Use 12 or more characters'}</span>
    </span>
  )
}
