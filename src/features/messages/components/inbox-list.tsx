import { Link, useNavigate } from '@tanstack/react-router'
import { Search, SquarePen } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { stringifySearchParams } from '#platform/search-params.ts'
import { buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import type { Drafts } from '../message-draft.ts'
import { ConversationList } from './conversation-list.tsx'
import type { InboxAddress } from './inbox-address.ts'
import { SearchHits } from './search-hits.tsx'

const TYPING_PAUSE_MS = 250

const inboxHref = (address: InboxAddress) => `/inbox${stringifySearchParams({ ...address })}`

/** The list pane: search, archive switch and conversations. */
export function InboxList({
  me,
  address,
  drafts,
  settings,
  className,
}: {
  me: Me
  address: InboxAddress
  drafts: Drafts
  /** Settings that apply to all conversations, shown below the heading. */
  settings: ReactNode
  className?: string
}) {
  const [query, setQuery] = useSearchWords(address)
  const { q } = address
  const isArchived = address.show === 'archived'
  return (
    <div
      className={cn(
        'flex w-full min-w-0 flex-col @3xl:w-80 @3xl:border-r @5xl:w-96 @3xl:shrink-0',
        className,
      )}
    >
      <div className="px-4 pt-4">
        <div className="flex min-h-9 items-center justify-between gap-2">
          <p aria-hidden className="font-display text-title font-[560]">
            Inbox
          </p>
          <Link
            to="/compose"
            aria-label="New message"
            className={buttonClass({ variant: 'ghost', size: 'icon-sm' }, '-mr-1.5')}
          >
            <SquarePen aria-hidden />
          </Link>
        </div>
        {settings}
        <search>
          <form action="/inbox" onSubmit={(event) => event.preventDefault()} className="mt-3">
            {isArchived ? <input type="hidden" name="show" value="archived" /> : null}
            <Field label="Search conversations and messages" hideLabel>
              <Input
                type="search"
                name="q"
                autoComplete="off"
                maxLength={100}
                placeholder="Search names and messages"
                leading={<Search aria-hidden />}
                value={query}
                onChange={(event) => setQuery(event.target.value)}
              />
            </Field>
          </form>
        </search>
        <NavTabs
          label="Which conversations"
          className="mt-2"
          items={[
            { id: 'inbox', href: inboxHref({ q }), label: 'Inbox', current: !isArchived },
            {
              id: 'archived',
              href: inboxHref({ show: 'archived', q }),
              label: 'Archived',
              current: isArchived,
            },
          ]}
        />
      </div>
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        <ConversationList me={me.userId} role={me.role} address={address} drafts={drafts} />
        {address.q && address.q.length > 1 ? (
          <section className="mt-3 border-t pt-3">
            <h2 className="px-3 pb-1 font-sans text-sm font-semibold tracking-normal text-muted">
              In messages
            </h2>
            <SearchHits query={address.q} address={address} />
          </section>
        ) : null}
      </div>
    </div>
  )
}

/** The search text; it is copied to the URL after a short delay, and it follows the URL. */
function useSearchWords(address: InboxAddress) {
  const navigate = useNavigate()
  const q = address.q?.trim() ?? ''
  const [words, setWords] = useState(q)
  const [seen, setSeen] = useState(q)
  const [written, setWritten] = useState(q)
  // The search in the URL was changed from outside: by the Back button or a link. Text that is not in the URL yet stays.
  if (q !== seen) {
    setSeen(q)
    setWritten(q)
    if (q !== written && words.trim() === written) setWords(q)
  }
  useEffect(() => {
    const typed = words.trim()
    if (typed === written) return
    const timer = setTimeout(() => {
      setWritten(typed)
      void navigate({
        to: '/inbox',
        search: (known) => ({ ...known, q: typed || undefined }),
        replace: true,
        resetScroll: false,
      })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words, written, navigate])
  return [words, setWords] as const
}
