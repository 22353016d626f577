import { Wallet } from 'lucide-react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { type GiftState, giftStateLabels, giftStates } from '../gift-card.ts'

const tones: Record<GiftState, BadgeTone> = {
  unpaid: 'yellow',
  scheduled: 'blue',
  sent: 'blue',
  to_print: 'blue',
  redeemed: 'green',
  refunded: 'neutral',
}

/** Every gift card, for admins: who bought and redeemed it, and what is left. */
export function GiftCards() {
  return (
    <AdminListView
      list="gift-cards"
      label="Gift cards"
      failure="Failed to load gift cards"
      empty={{
        icon: Wallet,
        title: 'No gift cards yet',
        text: 'Gift cards that are bought appear here, with what is left on them.',
      }}
      cells={{
        state: (row) => {
          const state = giftStates.find((one) => one === row.cells.state) ?? 'unpaid'
          return <Badge tone={tones[state]}>{giftStateLabels[state]}</Badge>
        },
      }}
    />
  )
}
