import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { listQuery } from './list-queries.ts'

const SHOWN = 5

/**
 * Finds a coach by name or address and lets one be chosen.
 * @param name of the field, which holds the coach's id
 */
export function CoachChoice({ name, error }: { name: string; error: string | undefined }) {
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const { data, isError, isPlaceholderData } = useQuery({
    ...listQuery('users', { q, filters: { role: 'coach', state: 'open' } }),
    enabled: q.length >= 2,
  })
  const found = q.length >= 2 ? (data?.rows.slice(0, SHOWN) ?? []) : []
  const outcome = isError
    ? 'Coaches could not be searched. Please try again.'
    : q.length < 2
      ? 'Type two letters or more.'
      : !data || isPlaceholderData
        ? 'Looking…'
        : data.count > found.length
          ? `The first ${found.length}: type more of the name to find another.`
          : found.length === 0
            ? 'No coach is called that.'
            : null
  return (
    <div className="flex flex-col gap-3">
      <Field label="Find the coach" error={found.length === 0 ? error : undefined}>
        <Input
          type="search"
          autoComplete="off"
          placeholder="Name or email"
          value={typed}
          maxLength={100}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={keepForm}
        />
      </Field>
      <p role="status" className="text-sm text-muted empty:hidden">
        {outcome}
      </p>
      {found.length > 0 ? (
        <RadioGroup
          legend="Coach"
          name={name}
          error={error}
          options={found.map(({ id, cells }) => ({
            value: id,
            label: <bdi>{String(cells.name)}</bdi>,
            description: <bdi className="wrap-anywhere">{String(cells.email)}</bdi>,
          }))}
        />
      ) : null}
    </div>
  )
}

/** Enter looks for a coach, and does not send the form around it. */
function keepForm(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}
