import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Search, UserRoundX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { messagesClient } from '../client.ts'
import { BackToList } from './conversation-header.tsx'

/** Selects the recipient if the URL contains none, or one the user may not write to. */
export function RecipientPicker({ role, wasNamed }: { role: string; wasNamed: boolean }) {
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const { data } = useQuery(
    messagesClient.recipients.queryOptions({ input: { query: query || undefined }, staleTime: 60_000 }),
  )
  const recipients = data?.recipients ?? []
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-16 items-center gap-2 border-b px-2 sm:px-4">
        <BackToList address={{}} />
        <h2 className="text-lg sm:text-xl">New message</h2>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 sm:px-6">
        {wasNamed ? (
          <p
            role="status"
            className="mb-5 rounded-control bg-yellow-soft px-4 py-3 text-[0.9375rem] text-yellow"
          >
            You cannot write to anyone at that address.
          </p>
        ) : null}
        <Field label="To">
          <Input
            type="search"
            autoComplete="off"
            maxLength={100}
            leading={<Search aria-hidden />}
            placeholder="A name"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
        {data && recipients.length === 0 ? (
          <EmptyState
            icon={UserRoundX}
            title="No one found"
            className="mt-4 border-0"
            action={
              role === 'coach' ? null : (
                <LinkButton href="/" variant="brand" size="sm">
                  Find a coach
                </LinkButton>
              )
            }
          >
            {role === 'coach'
              ? 'You can message students who booked with you, bought a package or a video review, have calendar access, accepted your invitation or messaged you.'
              : 'Coaches you have written to, had lessons with, bought a package or a video review from, or whose invitation you accepted are listed here. To find others, search near you.'}
          </EmptyState>
        ) : null}
        <ul aria-label="People" className="mt-3 flex flex-col gap-0.5">
          {recipients.map((person) => (
            <li key={person.userId}>
              <Link
                to="/compose"
                search={person.side === 'coach' ? { instructor: person.userId } : { student: person.userId }}
                className="flex items-center gap-3 rounded-control px-3 py-2.5 hover:bg-surface-hover focus-visible:-outline-offset-2"
              >
                <Avatar name={person.name} src={person.pictureUrl} decorative />
                <bdi className="truncate font-semibold">{person.name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
