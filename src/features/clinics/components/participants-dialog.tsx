import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { WhenLoaded } from '#ui/when-loaded.tsx'
import { clinicsClient } from '../client.ts'
import type { OwnClinic, Participant } from '../schema.ts'

/**
 * Who takes part in a clinic; for its coach alone.
 * @param props.onMessage opens the message to all of them
 */
export function ParticipantsDialog(props: { clinic: OwnClinic; onMessage: () => void; onClose: () => void }) {
  const { clinic, onMessage, onClose } = props
  const reading = useQuery({
    ...clinicsClient.participants.queryOptions({ input: { clinicId: clinic.id } }),
    staleTime: 0,
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Participants of ${clinic.title}`}
      description={`${clinic.sold} of ${clinic.seats} seats are paid. Only you see the names.`}
      footer={
        clinic.sold > 0 ? (
          <Button onClick={onMessage}>
            <MessageSquareText aria-hidden />
            Message all participants
          </Button>
        ) : undefined
      }
    >
      <WhenLoaded reading={reading} failure="We could not load the participants">
        {(people) =>
          people.length === 0 ? (
            <p className="pb-4 text-muted">Nobody has booked a seat yet.</p>
          ) : (
            <ul className="divide-y border-y">
              {people.map((person) => (
                <Person key={person.bookingId} {...person} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Dialog>
  )
}

function Person({ bookingId, name, age, bookedBy, state }: Participant) {
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <span className="min-w-0 wrap-anywhere">
        <Anchor
          href={`/lessons?lesson=${bookingId}`}
          className="font-semibold underline-offset-4 hover:underline"
        >
          <bdi>{name}</bdi>
        </Anchor>
        <span className="block text-sm text-muted">
          {[age, bookedBy && `booked by ${bookedBy}`].filter(Boolean).join(', ')}
        </span>
      </span>
      {state === 'booked' ? null : (
        <Badge tone={state === 'held' ? 'yellow' : 'red'}>
          {state === 'held' ? 'Waiting for payment' : 'Cancelled'}
        </Badge>
      )}
    </li>
  )
}
