import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Conversation } from '#features/messages/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { assistantClient } from '../client.ts'

const load = () => import('#features/proposals/components/propose-lesson-dialog.tsx')
const ProposeLessonDialog = lazyPart(load, 'ProposeLessonDialog')

/** The draft of a proposal that the AI Caddie prepared. Nothing is sent before the coach has reviewed it. */
export function DraftNote({ conversation, coachId }: { conversation: Conversation; coachId: string }) {
  const { id, other, lastMessage } = conversation
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const found = useQuery({
    ...assistantClient.draft.queryOptions({ input: { conversationId: id } }),
    staleTime: 0,
    // The last message is part of the key, because each message may add a draft or make one obsolete.
    queryKey: [...assistantClient.draft.queryKey({ input: { conversationId: id } }), lastMessage?.position],
    placeholderData: (before) => before,
  })
  const draft = found.data?.draft
  if (!draft) return null
  const [first] = draft.starts
  return (
    <div className="flex items-center gap-2.5 border-b bg-surface-raised px-4 py-2 text-sm">
      <FileText aria-hidden className="size-4 shrink-0 text-brand" />
      <p className="min-w-0 flex-1 leading-snug">
        <span className="text-muted">Proposal noted: </span>
        <span className="font-semibold">{draft.lessonTitle}</span>, {formatMoney(draft.priceCents)}
        {first ? <span className="tabular">, {formatMoment(first, draft.zone)}</span> : null}
      </p>
      <Button size="sm" onPointerEnter={() => void load()} onClick={() => setOpen(true)}>
        Review
      </Button>
      {isOpen === null ? null : (
        <Suspense>
          <ProposeLessonDialog
            key={draft.messageId}
            coachId={coachId}
            student={{ id: other.userId, name: other.name }}
            draft={{
              title: draft.lessonTitle,
              durationMinutes: draft.durationMinutes,
              lessons: String(draft.lessons),
              times: draft.starts,
              locationId: draft.locationId ?? '',
            }}
            open={isOpen}
            onOpenChange={setOpen}
          />
        </Suspense>
      )}
    </div>
  )
}
