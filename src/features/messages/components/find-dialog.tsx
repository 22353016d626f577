import { Search } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Conversation } from '../schema.ts'
import type { InboxAddress } from './inbox-address.ts'
import { SearchHits } from './search-hits.tsx'

/** A search within one conversation. */
export function FindDialog({
  conversation,
  address,
  onClose,
}: {
  conversation: Conversation
  address: InboxAddress
  onClose: () => void
}) {
  const [query, setQuery] = useState('')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <>
          Find in the conversation with <bdi>{conversation.other.name}</bdi>
        </>
      }
      className="sm:h-[min(36rem,80dvh)]"
    >
      <Field label="Words" hideLabel>
        <Input
          type="search"
          autoComplete="off"
          maxLength={100}
          placeholder="Search words"
          leading={<Search aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </Field>
      <div className="mt-4">
        <SearchHits
          query={query}
          conversationId={conversation.id}
          address={address}
          onChoose={onClose}
          emptyText="Type at least two letters."
        />
      </div>
    </Dialog>
  )
}
