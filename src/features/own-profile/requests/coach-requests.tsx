import { BadgeCheck, Star } from 'lucide-react'
import { useState } from 'react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { cellText } from '#features/back-office/components/cell.tsx'
import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { useDeskAct, useRowFailure } from '#features/back-office/components/use-desk-act.ts'
import { ViewPrefix } from '#features/back-office/components/use-view.ts'
import type { RowShown } from '#features/back-office/schema.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { recordFormSchema } from '#features/coaches/verifications/schema.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../client.ts'
import { refuseCheckSchema } from './schema.ts'

const isWaiting = (row: RowShown) => row.cells.status === 'asked'

function State({ row, done }: { row: RowShown; done: string }) {
  if (isWaiting(row)) return <Badge tone="yellow">Waiting</Badge>
  return row.cells.status === 'refused' ? (
    <Badge tone="red">Refused</Badge>
  ) : (
    <Badge tone="green">{done}</Badge>
  )
}

/** Certificates that coaches ask us to look at. */
export function Certificates() {
  const [chosen, setChosen] = useState<RowShown | null>(null)
  return (
    <>
      <AdminListView
        list="certificates"
        label="Certificates"
        failure="Failed to load certificates"
        empty={{
          icon: BadgeCheck,
          title: 'No certificates to check',
          text: 'When a coach asks us to check a certificate, it appears here.',
        }}
        cells={{ status: (row) => <State row={row} done="Checked" /> }}
        actions={(row) =>
          isWaiting(row) ? (
            <Button size="sm" aria-haspopup="dialog" onClick={() => setChosen(row)}>
              Check
              <span className="sr-only">
                {' '}
                {cellText(row, 'credential')} of {cellText(row, 'coach')}
              </span>
            </Button>
          ) : null
        }
      />
      {chosen ? <CertificateDialog row={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}

const refuseForm = refuseCheckSchema.pick({ refusal: true })
const recordRefusals = {
  no_such_credential: 'The coach removed this certificate from the profile or reworded it.',
  already_recorded: 'This certificate was recorded already.',
}

function CertificateDialog({ row, onClose }: { row: RowShown; onClose: () => void }) {
  const [isRefusing, setRefusing] = useState(false)
  const document = cellText(row, 'documentUrl')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={cellText(row, 'credential')}
      description={`${cellText(row, 'coach')} asks that we look at it`}
    >
      <div className="flex flex-col gap-5">
        {cellText(row, 'note') ? (
          <p dir="auto" className="break-words whitespace-pre-line">
            {cellText(row, 'note')}
          </p>
        ) : null}
        {document ? (
          <a href={document} target="_blank" rel="noreferrer" className="block">
            <img
              src={document}
              alt={`What ${cellText(row, 'coach')} sent for ${cellText(row, 'credential')}`}
              className="max-h-80 w-full rounded-card border object-contain"
            />
            <span className="mt-1 block text-sm text-muted underline underline-offset-4">
              Open in full (new tab)
            </span>
          </a>
        ) : (
          <p className="text-muted">
            No document was sent. Ask the coach, or look it up with the association.
          </p>
        )}
        {isRefusing ? (
          <Refuse row={row} onClose={onClose} onBack={() => setRefusing(false)} />
        ) : (
          <Record row={row} onClose={onClose} onRefuse={() => setRefusing(true)} />
        )}
      </div>
    </Dialog>
  )
}

function Record({ row, onClose, onRefuse }: { row: RowShown; onClose: () => void; onRefuse: () => void }) {
  const form = useCheckedForm(recordFormSchema)
  const refresh = useRefreshLists()
  const fail = useRowFailure('Failed to record the certificate')
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <form
      {...form.sends(async ({ evidence, expiresOn }) => {
        const answer = await coachesClient.recordVerification.call({
          instructorId: cellText(row, 'coachId'),
          credential: cellText(row, 'credential'),
          evidence,
          expiresOn: expiresOn || null,
        })
        if (!answer.ok) {
          setRefusal(recordRefusals[answer.reason])
          return refresh()
        }
        toast.success('Certificate recorded', 'The profile shows it as checked.')
        await refresh()
        onClose()
      }, fail)}
      className="flex flex-col gap-4"
    >
      <FormError title={form.failure || refusal ? 'Nothing was saved' : null}>
        {form.failure ?? refusal}
      </FormError>
      <Field
        label="What were you shown?"
        hint="Number, issuer, and how you checked it."
        error={form.errors.evidence}
        required
      >
        <Textarea name="evidence" rows={3} />
      </Field>
      <Field label="Good until" optional error={form.errors.expiresOn}>
        <Input name="expiresOn" type="date" className="max-w-52" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="brand" loading={form.busy}>
          Record as checked
        </Button>
        <Button type="button" onClick={onRefuse}>
          Refuse instead
        </Button>
      </div>
    </form>
  )
}

function Refuse({ row, onClose, onBack }: { row: RowShown; onClose: () => void; onBack: () => void }) {
  const form = useCheckedForm(refuseForm)
  const refresh = useRefreshLists()
  const fail = useRowFailure('Failed to refuse the request')
  return (
    <form
      {...form.sends(async ({ refusal }) => {
        await ownProfileClient.refuseCheck.call({ requestId: row.id, refusal })
        toast.success('Request refused', 'The coach reads why.')
        await refresh()
        onClose()
      }, fail)}
      className="flex flex-col gap-4"
    >
      <FormError title={form.failure ? 'Nothing was saved' : null}>{form.failure}</FormError>
      <Field label="Why not?" hint="The coach reads it." error={form.errors.refusal} required>
        <Textarea name="refusal" rows={3} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" loading={form.busy}>
          Refuse
        </Button>
        <Button type="button" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}

/** Reviews that coaches brought along from elsewhere. */
export function ImportedReviews() {
  const [chosen, setChosen] = useState<RowShown | null>(null)
  return (
    <>
      <AdminListView
        list="imported-reviews"
        label="Imported reviews"
        failure="Failed to load imported reviews"
        empty={{
          icon: Star,
          title: 'No reviews to approve',
          text: 'Reviews that coaches import wait here for approval.',
        }}
        cells={{ status: (row) => <State row={row} done="Shown" /> }}
        actions={(row) =>
          isWaiting(row) ? (
            <span className="inline-flex gap-2">
              <Approve row={row} />
              <Button size="sm" aria-haspopup="dialog" onClick={() => setChosen(row)}>
                Refuse
                <span className="sr-only"> the review by {cellText(row, 'author')}</span>
              </Button>
            </span>
          ) : null
        }
      />
      {chosen ? <RefuseReview row={chosen} onClose={() => setChosen(null)} /> : null}
      <section aria-labelledby="review-patterns" className="mt-10">
        <h2 id="review-patterns" className="mb-3 text-lg font-semibold">
          Reviews that may be from one person
        </h2>
        <ViewPrefix value="patterns">
          <AdminListView
            list="review-patterns"
            label="Reviews that may be from one person"
            failure="Failed to load the patterns"
            empty={{
              icon: Star,
              title: 'Nothing unusual',
              text: 'Coaches with reviewers of the last 90 days who share a card, browser or network appear here.',
            }}
            cells={{
              coach: (row) => (
                <Anchor
                  href={`/admin/users/${cellText(row, 'coachId')}`}
                  className="underline underline-offset-4"
                >
                  {cellText(row, 'coach')}
                </Anchor>
              ),
            }}
          />
        </ViewPrefix>
      </section>
    </>
  )
}

function Approve({ row }: { row: RowShown }) {
  const { busy, act } = useDeskAct('Failed to approve the review')
  return (
    <Button
      size="sm"
      variant="brand"
      loading={busy}
      onClick={() =>
        void act(
          () => ownProfileClient.approveReview.call({ reviewId: row.id }),
          'The review is on the profile',
        )
      }
    >
      Approve
      <span className="sr-only"> the review by {cellText(row, 'author')}</span>
    </Button>
  )
}

function RefuseReview({ row, onClose }: { row: RowShown; onClose: () => void }) {
  const form = useCheckedForm(refuseForm)
  const refresh = useRefreshLists()
  const fail = useRowFailure('Failed to refuse the review')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title="Refuse this review"
      description={`By ${cellText(row, 'author')}, from ${cellText(row, 'source')}`}
    >
      <form
        {...form.sends(async ({ refusal }) => {
          await ownProfileClient.refuseReview.call({ reviewId: row.id, refusal })
          toast.success('Review refused', 'The coach reads why.')
          await refresh()
          onClose()
        }, fail)}
        className="flex flex-col gap-4"
      >
        <FormError title={form.failure ? 'Nothing was saved' : null}>{form.failure}</FormError>
        <Field label="Why not?" hint="The coach reads it." error={form.errors.refusal} required>
          <Textarea name="refusal" rows={3} />
        </Field>
        <Button type="submit" variant="danger" loading={form.busy} className="self-start">
          Refuse
        </Button>
      </form>
    </Dialog>
  )
}
