import { MailQuestion, Moon, Sparkles, UserX } from 'lucide-react'
import { formatDay } from '#platform/time.ts'
import { Badge } from '#ui/badge.tsx'
import { AWAY_AFTER_DAYS } from '../roster.ts'
import type { RosterRow } from '../schema.ts'

/** Badges for a student's special statuses. */
export function StudentMarks({
  row,
  zone,
}: {
  row: Pick<RosterRow, 'isFormer' | 'isInvited' | 'isNew' | 'isAway'> & Partial<Pick<RosterRow, 'invitation'>>
  zone: string
}) {
  const { invitation } = row
  if (row.isInvited)
    return (
      <Badge tone="yellow" icon={MailQuestion}>
        Invited
      </Badge>
    )
  if (row.isFormer)
    return (
      <Badge tone="neutral" icon={UserX}>
        Account deleted
      </Badge>
    )
  if (invitation) {
    const { state, sentAt } = invitation
    if (state === 'unsent') return <Badge tone="neutral">Not written to yet</Badge>
    if (state === 'declined') return <Badge tone="red">Declined</Badge>
    return state === 'waiting' ? (
      <Badge tone="yellow">Invited {formatDay(sentAt, zone)}</Badge>
    ) : (
      <Badge tone="neutral">Invitation expired</Badge>
    )
  }
  if (row.isAway)
    return (
      <Badge tone="yellow" icon={Moon}>
        {AWAY_AFTER_DAYS}+ days away
      </Badge>
    )
  return row.isNew ? (
    <Badge tone="green" icon={Sparkles}>
      New
    </Badge>
  ) : null
}

/** `Books for Emma, Liam`; nothing for students who play themselves. */
export function BooksFor({ row }: { row: Pick<RosterRow, 'golfers'> }) {
  if (row.golfers.length === 0) return null
  return (
    <p className="text-sm wrap-anywhere text-muted">
      Books for <bdi>{row.golfers.join(', ')}</bdi>
    </p>
  )
}
