import { CreditCard, Ellipsis, Scale } from 'lucide-react'
import { useState } from 'react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { cellText } from '#features/back-office/components/cell.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import { OFFICE_ZONE } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { CoachMoneyDialog } from './coach-money-dialog.tsx'
import { LessonLedger, PaymentLedger } from './lesson-ledger.tsx'

const statuses: Record<string, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'yellow' },
  completed: { label: 'Paid', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  refunded: { label: 'Refunded', tone: 'blue' },
  partially_refunded: { label: 'Partly refunded', tone: 'blue' },
}

/** All payments, with the ledger of the lesson and the yearly totals of the coach. */
export function Payments() {
  const [lesson, setLesson] = useState<RowShown | null>(null)
  const [coach, setCoach] = useState<RowShown | null>(null)
  return (
    <>
      <AdminListView
        list="payments"
        label="Payments"
        failure="Failed to load payments"
        empty={{
          icon: CreditCard,
          title: 'No payments yet',
          text: 'Every checkout that a student begins appears here.',
        }}
        cells={{
          status: (row) => {
            const status = statuses[cellText(row, 'status')]
            return status ? <Badge tone={status.tone}>{status.label}</Badge> : null
          },
        }}
        actions={(row) => (
          <Menu
            trigger={
              <Button size="sm" variant="ghost">
                <Ellipsis aria-hidden />
                <span className="sr-only">Actions for the payment by {cellText(row, 'student')}</span>
              </Button>
            }
          >
            <MenuItem onSelect={() => setLesson(row)}>Ledger</MenuItem>
            {cellText(row, 'coachId') ? (
              <MenuItem onSelect={() => setCoach(row)}>Coach’s earnings</MenuItem>
            ) : null}
            {cellText(row, 'bookingId') ? (
              <>
                <MenuSeparator />
                <MenuItem asChild>
                  <Anchor href={`/admin/lessons/${cellText(row, 'bookingId')}`}>Open the lesson</Anchor>
                </MenuItem>
              </>
            ) : null}
          </Menu>
        )}
      />
      {lesson ? <Money row={lesson} onClose={() => setLesson(null)} /> : null}
      {coach ? (
        <CoachMoneyDialog instructorId={cellText(coach, 'coachId')} onClose={() => setCoach(null)} />
      ) : null}
    </>
  )
}

/** Discrepancies with the payment processor, and refunds, payouts and people that need an admin. */
export function MoneyFindings() {
  const [lesson, setLesson] = useState<RowShown | null>(null)
  return (
    <>
      <AdminListView
        list="money-findings"
        label="Money to check"
        failure="Failed to load the findings"
        empty={{
          icon: Scale,
          title: 'No differences',
          text: 'Our books are compared with the payment processor’s every hour. What differs appears here.',
        }}
        actions={(row) =>
          row.cells.personId ? (
            <Anchor
              href={`/admin/users/${cellText(row, 'personId')}`}
              className={buttonClass({ size: 'sm' })}
            >
              Account
              <span className="sr-only"> of {cellText(row, 'student') || cellText(row, 'coach')}</span>
            </Anchor>
          ) : (
            <Button size="sm" aria-haspopup="dialog" onClick={() => setLesson(row)}>
              Ledger
              <span className="sr-only"> of the payment by {cellText(row, 'student')}</span>
            </Button>
          )
        }
      />
      {lesson ? <Money row={lesson} onClose={() => setLesson(null)} /> : null}
    </>
  )
}

function Money({ row, onClose }: { row: RowShown; onClose: () => void }) {
  const zone = cellText(row, 'zone') || OFFICE_ZONE
  const bookingId = cellText(row, 'bookingId')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={bookingId ? 'Ledger of this lesson' : 'Ledger of this payment'}
      description={[cellText(row, 'student'), cellText(row, 'coach')].filter(Boolean).join(' with ')}
    >
      {bookingId ? (
        <LessonLedger bookingId={bookingId} zone={zone} />
      ) : (
        <PaymentLedger paymentId={cellText(row, 'paymentId')} zone={zone} />
      )}
    </Dialog>
  )
}
