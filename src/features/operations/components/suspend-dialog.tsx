import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whySchema } from '#features/accounts/admin-acts/schema.ts'
import { describeOutcome } from '#features/back-office/act-outcome.ts'
import { backOfficeClient } from '#features/back-office/client.ts'
import { ReasonField } from '#features/back-office/components/reason-field.tsx'
import { FactList } from '#features/back-office/components/record-page.tsx'
import { showOutcome } from '#features/back-office/components/use-desk-act.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatMoment } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { WhenLoaded } from '#ui/when-loaded.tsx'
import { operationsClient } from '../client.ts'
import type { PersonShown, Promises } from '../schema.ts'

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

/** What is promised to or by a person. */
export const promisesQuery = (userId: string) =>
  operationsClient.promises.queryOptions({ input: { userId }, staleTime: 0, gcTime: 0 })

/** Whether lessons or unused lessons of packages can be cancelled and refunded. */
export const hasPromises = ({ lessons, packages }: Promises): boolean => lessons.count + packages.credits > 0

/**
 * Suspends an account. First lists its open commitments, and asks whether to keep or refund them. For an account that is suspended
 * already, cancels and refunds what was kept.
 */
export function SuspendDialog({ person, onClose }: { person: PersonShown; onClose: () => void }) {
  const { userId, fullName } = person
  const reading = useQuery(promisesQuery(userId))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <>
          {person.state === 'suspended' ? 'Cancel and refund what was kept:' : 'Suspend'}{' '}
          <bdi>{fullName}</bdi>
        </>
      }
      description={
        person.state === 'suspended'
          ? 'The account stays suspended. Both sides get an email about each cancelled lesson.'
          : person.role === 'coach'
            ? 'They are signed out at once and cannot be found or booked. Open proposals and held times end. Payouts wait until you lift the suspension.'
            : 'They are signed out at once and cannot book. Open proposals and held times end.'
      }
    >
      <WhenLoaded reading={reading} failure="Failed to load this person’s lessons and payments">
        {(promises) => <SuspendForm person={person} promises={promises} onClose={onClose} />}
      </WhenLoaded>
    </Dialog>
  )
}

function SuspendForm({
  person,
  promises,
  onClose,
}: {
  person: PersonShown
  promises: Promises
  onClose: () => void
}) {
  const form = useCheckedForm(whySchema)
  const queryClient = useQueryClient()
  const [settled, setSettled] = useState<'keep' | 'cancel'>('cancel')
  const { lessons, packages } = promises
  const isSuspended = person.state === 'suspended'
  const isPromised = hasPromises(promises)
  const isRefunded = isSuspended || (isPromised && settled === 'cancel')
  const refundCents = lessons.paidCents + packages.cents
  return (
    <form
      {...form.sends(async ({ reason }) => {
        const answer = await backOfficeClient.act.call({
          list: 'users',
          act: isRefunded ? 'suspend-and-refund' : 'suspend',
          q: '',
          filters: {},
          ids: [person.userId],
          shown: 1,
          reason,
        })
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: operationsClient.person.key() }),
          queryClient.invalidateQueries({ queryKey: operationsClient.promises.key() }),
        ])
        onClose()
        showOutcome(
          describeOutcome(answer, {
            chosen: 1,
            done: isSuspended
              ? 'Lessons cancelled and refunded'
              : isRefunded
                ? 'Account suspended, lessons cancelled'
                : 'Account suspended',
            unchanged: isSuspended
              ? 'Nothing was left to cancel, or the account was changed in the meantime.'
              : 'The account was suspended or changed in the meantime.',
          }),
        )
      })}
      className="grid gap-5 pb-2"
    >
      {form.failure ? <FormError>{form.failure}</FormError> : null}
      <PromiseList promises={promises} isCoach={person.role === 'coach'} />
      {isPromised && !isSuspended ? (
        <RadioGroup
          legend="What happens to lessons and packages?"
          name="settled"
          value={settled}
          onValueChange={(value) => setSettled(value === 'keep' ? 'keep' : 'cancel')}
          options={[
            {
              value: 'cancel',
              label: 'Cancel and refund all',
              description: `Everything is cancelled by ${siteName} and ${
                refundCents > 0 ? `${formatMoney(refundCents)} is` : 'the price is'
              } refunded in full. Both sides get an email. This can’t be undone.`,
            },
            {
              value: 'keep',
              label: 'Keep them for now',
              description:
                'Lessons stay booked and are listed under Needs attention. Students can cancel them for a full refund.',
            },
          ]}
        />
      ) : null}
      {isSuspended ? (
        <p className="text-sm text-muted">
          Everything is cancelled by {siteName} and{' '}
          {refundCents > 0 ? `${formatMoney(refundCents)} is` : 'the price is'} refunded in full. This can’t
          be undone.
        </p>
      ) : null}
      <ReasonField error={form.errors.reason} />
      <Button type="submit" variant="danger" loading={form.busy} className="justify-self-start">
        {isSuspended ? 'Cancel and refund all' : isRefunded ? 'Suspend and refund all' : 'Suspend account'}
      </Button>
    </form>
  )
}

function PromiseList({ promises, isCoach }: { promises: Promises; isCoach: boolean }) {
  const { lessons, holds, proposals, packages, videoReviews, heldCents, disputes } = promises
  const facts: [string, string][] = [
    [
      'Lessons to come',
      lessons.count ? `${lessons.count}, ${formatMoney(lessons.paidCents)} paid, less refunds` : 'None',
    ],
    [
      'Unused lessons of packages',
      packages.credits
        ? `${packages.credits} in ${many(packages.count, 'package')}, ${formatMoney(packages.cents)}`
        : 'None',
    ],
    [
      'Open video reviews',
      videoReviews.count ? `${videoReviews.count}, ${formatMoney(videoReviews.cents)} paid` : 'None',
    ],
    ...(isCoach
      ? ([
          ['Payouts not sent yet', heldCents > 0 ? `${formatMoney(heldCents)}, held until lifted` : 'None'],
        ] satisfies [string, string][])
      : []),
    ['Open disputes', disputes ? String(disputes) : 'None'],
    ['Open proposals and held times', proposals + holds ? `${proposals + holds}, these end` : 'None'],
  ]
  return (
    <div className="grid gap-3">
      <FactList facts={facts} isInline />
      {videoReviews.count > 0 ? (
        <p className="text-sm text-muted">A suspension always refunds open video reviews in full.</p>
      ) : null}
      {lessons.count > 0 ? (
        <details className="text-sm">
          <summary className="cursor-pointer font-medium">
            {lessons.count > lessons.next.length
              ? `The next ${lessons.next.length} lessons`
              : many(lessons.count, 'lesson')}
          </summary>
          <ul className="mt-2 grid max-h-56 gap-2 overflow-y-auto">
            {lessons.next.map((lesson) => (
              <li key={lesson.id} className="flex flex-wrap justify-between gap-x-4">
                <span className="wrap-anywhere">
                  {formatMoment(lesson.start, lesson.zone)} with <bdi>{lesson.withName}</bdi>
                </span>
                <span className="tabular text-muted">
                  {lesson.paidCents === null ? 'Not paid here' : formatMoney(lesson.paidCents)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}
