import { useQueryClient } from '@tanstack/react-query'
import { CalendarCheck, CircleCheck, MailX, MessageCircle, Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { lessonsWaitText } from '../bring/bring.ts'
import { studentsClient } from '../client.ts'
import type { SeenInvitation } from '../invitations/schema.ts'

type Coach = NonNullable<SeenInvitation['coach']>

/** The page of an invitation link: the inviting coach, and buttons to accept or decline. */
export function InvitationCard({
  invitation,
  token,
  me,
  isDeclining,
}: {
  invitation: SeenInvitation
  token: string
  me: Me | null
  /** The user opened the decline link of the email. */
  isDeclining: boolean
}) {
  const [outcome, setOutcome] = useState<'accepted' | 'declined' | null>(null)
  const { state, coach } = invitation
  if (!coach) return <Gone />
  if (outcome === 'accepted' || invitation.isOwn) return <Connected coach={coach} />
  if (outcome === 'declined' || state === 'declined') return <Declined coach={coach} />
  if (state !== 'open') return <Gone coach={coach} isExpired={state === 'expired'} />
  return (
    <Open
      invitation={invitation}
      coach={coach}
      token={token}
      me={me}
      isDeclining={isDeclining}
      onOutcome={setOutcome}
    />
  )
}

function Open({
  invitation,
  coach,
  token,
  me,
  isDeclining,
  onOutcome,
}: {
  invitation: SeenInvitation
  coach: Coach
  token: string
  me: Me | null
  isDeclining: boolean
  onOutcome: (outcome: 'accepted' | 'declined') => void
}) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<'accepted' | 'declined' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  async function answer(outcome: 'accepted' | 'declined') {
    setBusy(outcome)
    setFailure(null)
    try {
      if (outcome === 'accepted') await studentsClient.acceptInvitation.call({ token })
      else await studentsClient.declineInvitation.call({ token })
      await queryClient.invalidateQueries({ queryKey: studentsClient.key() })
      onOutcome(outcome)
    } catch (error) {
      setFailure(readProblem(error).message ?? 'We could not reach the server. Please try again.')
    } finally {
      setBusy(null)
    }
  }
  const here = `/invitation?token=${encodeURIComponent(token)}`
  const decline = (
    <Button
      variant={isDeclining ? 'secondary' : 'ghost'}
      loading={busy === 'declined'}
      onClick={() => void answer('declined')}
    >
      Decline
    </Button>
  )
  return (
    <Frame title={`${coach.label} invites you`}>
      <CoachLine coach={coach} />
      {invitation.message ? (
        <blockquote
          dir="auto"
          className="mt-5 rounded-card bg-surface-sunken px-5 py-4 whitespace-pre-line wrap-anywhere"
        >
          {invitation.message}
        </blockquote>
      ) : null}
      <p className="mt-5 text-muted">
        {invitation.givesAccess
          ? `Accept, and you see ${coach.label}’s open times and book them directly.`
          : `Accept, and you and ${coach.label} find each other here: lessons, messages and payments in one place.`}{' '}
        {invitation.lessonsOwed > 0 ? '' : 'It costs nothing until you book.'}
      </p>
      {invitation.lessonsOwed > 0 ? (
        <p className="mt-3 font-semibold">
          {`${lessonsWaitText(invitation.lessonsOwed)}. You paid ${coach.label} before, so there is nothing to pay here.`}
        </p>
      ) : null}
      <div className="mt-6 empty:hidden">
        <FormError title={failure ? 'That did not work' : null}>{failure}</FormError>
      </div>
      {!me ? (
        <div className="mt-6 flex flex-wrap gap-2.5">
          <LinkButton
            variant="primary"
            size="lg"
            href={`/auth?mode=student&redirect=${encodeURIComponent(here)}`}
          >
            Create an account
          </LinkButton>
          <LinkButton size="lg" href={`/auth?redirect=${encodeURIComponent(here)}`}>
            Sign in
          </LinkButton>
          {decline}
        </div>
      ) : me.role === 'student' ? (
        <div className="mt-6 flex flex-wrap items-center gap-2.5">
          <Button
            variant="primary"
            size="lg"
            loading={busy === 'accepted'}
            onClick={() => void answer('accepted')}
          >
            Accept the invitation
          </Button>
          {decline}
        </div>
      ) : (
        <div className="mt-6">
          <p className="font-semibold">You are signed in as {me.fullName}, which is no student’s account.</p>
          <p className="mt-1 text-muted">Sign out, and open the link of the letter again.</p>
          <div className="mt-4">{decline}</div>
        </div>
      )}
      <p className="mt-6 text-sm text-muted">The letter went to {invitation.email}.</p>
    </Frame>
  )
}

function Connected({ coach }: { coach: Coach }) {
  return (
    <Frame
      title={`You and ${coach.label} are connected`}
      icon={<CircleCheck aria-hidden className="text-green" />}
    >
      <CoachLine coach={coach} />
      <div className="mt-6 flex flex-wrap gap-2.5">
        <LinkButton variant="primary" size="lg" href={`/instant-book/${coach.id}`}>
          <CalendarCheck aria-hidden />
          See open times
        </LinkButton>
        <LinkButton size="lg" href={`/compose?instructor=${coach.id}`}>
          <MessageCircle aria-hidden />
          Write a message
        </LinkButton>
      </div>
    </Frame>
  )
}

const Declined = ({ coach }: { coach: Coach }) => (
  <Frame title="You declined" icon={<MailX aria-hidden className="text-muted" />}>
    <p className="text-muted">{coach.label} cannot invite this address again.</p>
    <LinkButton href="/" className="mt-6">
      Go to {siteName}
    </LinkButton>
  </Frame>
)

const Gone = ({ coach, isExpired }: { coach?: Coach; isExpired?: boolean }) => (
  <Frame
    title={isExpired ? 'This invitation has expired' : 'This invitation is no longer valid'}
    icon={<MailX aria-hidden className="text-muted" />}
  >
    <p className="text-muted">
      {coach
        ? 'It was answered, or is too old. You can still find and book your coach.'
        : 'It was withdrawn, or its link is not complete. Ask your coach for a new one.'}
    </p>
    <LinkButton href={coach ? `/instructor/${coach.id}` : '/'} className="mt-6">
      {coach ? `See ${coach.label}’s page` : 'Find a coach'}
    </LinkButton>
  </Frame>
)

function Frame({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-xl rounded-card border bg-surface-raised p-6 sm:p-9">
      {icon ? <div className="mb-4 [&_svg]:size-9 [&_svg]:stroke-[1.5]">{icon}</div> : null}
      <h1 className="text-title wrap-anywhere sm:text-[2rem] sm:leading-tight">{title}</h1>
      <div className="mt-4">{children}</div>
    </div>
  )
}

function CoachLine({ coach }: { coach: Coach }) {
  return (
    <div className="flex items-center gap-4">
      <Avatar name={coach.name} src={coach.imageUrl} size="lg" decorative />
      <div className="min-w-0">
        <p className="text-lg font-semibold wrap-anywhere">{coach.name}</p>
        <p className="tabular flex flex-wrap items-center gap-x-3 text-[0.9375rem] text-muted">
          <span>{coach.location}</span>
          <span>{formatMoney(coach.hourlyRateCents)} an hour</span>
          {coach.reviewCount > 0 ? (
            <span className="inline-flex items-center gap-1">
              <Star aria-hidden className="size-4 fill-current text-[var(--gold)]" />
              {coach.rating.toFixed(1)}
              <span className="sr-only"> of 5 stars</span> ({coach.reviewCount})
            </span>
          ) : null}
        </p>
      </div>
    </div>
  )
}
