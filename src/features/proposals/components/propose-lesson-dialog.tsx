import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { coachesClient } from '#features/coaches/client.ts'
import { readProblem } from '#platform/api-problem.ts'
import { contentIds } from '#platform/content-id.ts'
import { restoreDraft } from '#platform/restore-draft.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'
import type { Proposal } from '../schema.ts'
import { checkDraft, type ProposalDraft, rateOf, startDraft } from './proposal-draft.ts'
import { ProposalFields } from './proposal-fields.tsx'
import { revisionBases } from './revision-bases.ts'
import { LOST_TITLE, useRefreshProposals } from './use-proposals.ts'

export interface ProposeLessonDialogProps {
  /** The signed-in coach. */
  coachId: string
  /** The student; when omitted, chosen in the form. */
  student?: { id: string; name: string }
  /** The proposal to revise; when omitted, a new one is created. */
  proposal?: Proposal
  /** Initial values, such as times the student asked for. */
  draft?: Partial<ProposalDraft>
  /** The button that opens the dialog; alternatively `open` and `onOpenChange`. */
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Shown after an answer was lost. */
const MAYBE_SENT =
  'This may have been sent. What you filled in is still here: if you send it again, it is sent only once.'

/** Offers a lesson or a package, or revises a proposal. Form input is kept until it was sent. */
export function ProposeLessonDialog(props: ProposeLessonDialogProps) {
  const { coachId, student, proposal, trigger } = props
  const [ownOpen, setOwnOpen] = useState(false)
  const isOpen = props.open ?? ownOpen
  const setOpen = props.onOpenChange ?? setOwnOpen
  const begin = () => startDraft(proposal, { ...props.draft, ...(student ? { studentId: student.id } : {}) })
  // Form input survives going back, closing the dialog and reloading. A draft of the assistant is not kept,
  // because it can be generated again.
  const keeps = props.draft === undefined
  const [kept, keep, forget] = useTabDraft(
    `proposal:${proposal ? `${proposal.id}:${proposal.version}` : (student?.id ?? 'new')}`,
  )
  const [draft, setDraft] = useState(() => (keeps ? restoreDraft(kept, begin()) : begin()))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<{ title: string; text: string } | null>(null)
  const [ids] = useState(contentIds)
  const [bases] = useState(revisionBases)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const refresh = useRefreshProposals()
  const coach = useQuery({
    ...coachesClient.profile.queryOptions({ input: { instructorId: coachId } }),
    enabled: isOpen,
  })
  const rate = coach.data ? rateOf(coach.data, draft.lessonType) : 0

  function change(part: Partial<ProposalDraft>) {
    setDraft((before) => ({ ...before, ...part }))
    if (keeps) keep(JSON.stringify({ ...draft, ...part }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !touches(part, field))),
    )
  }

  async function send() {
    if (busy || !coach.data) return
    const checked = checkDraft(draft, rate)
    setFailure(null)
    if (!checked.ok) {
      setErrors(checked.errors)
      // The invalid fields are marked after the next render.
      requestAnimationFrame(() => focusFirst(form.current))
      return
    }
    setBusy(true)
    try {
      if (proposal)
        await proposalsClient.revise.call({
          ...checked.input,
          proposalId: proposal.id,
          version: bases.of(checked.input, proposal.version),
        })
      else await proposalsClient.propose.call({ ...checked.input, newProposalId: ids.of(checked.input) })
      ids.forget()
      bases.forget()
      toast.success(
        proposal ? 'Proposal changed' : 'Proposal sent',
        'You hear as soon as there is an answer.',
      )
      setOpen(false)
      forget()
      setDraft(startDraft(undefined, student ? { studentId: student.id } : {}))
    } catch (error) {
      const problem = readProblem(error)
      const isLost = problem.code === 'offline'
      if (!isLost) bases.forget()
      const issues = Object.fromEntries(
        problem.issues.map(({ path, message }) => [path.split('.')[0] ?? path, message]),
      )
      setErrors(problem.code.startsWith('times_not_') ? { times: problem.message ?? '' } : issues)
      setFailure({ title: isLost ? LOST_TITLE : 'Not sent', text: problem.message ?? MAYBE_SENT })
    } finally {
      setBusy(false)
      await refresh()
    }
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      size="lg"
      title={proposal ? 'Change the proposal' : 'Propose a lesson'}
      description={
        student
          ? `For ${student.name}`
          : 'To a student who messaged you, accepted your invitation or had a lesson with you'
      }
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Not now</Button>
          <Button variant="primary" loading={busy} disabled={!coach.data} onClick={() => void send()}>
            {proposal ? 'Send the changes' : 'Send proposal'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <FormError title={failure?.title}>{failure?.text}</FormError>
        {coach.isError ? (
          <Alert
            tone="error"
            title="Your price and places could not be loaded."
            action={
              <Button size="sm" onClick={() => void coach.refetch()}>
                Try again
              </Button>
            }
          />
        ) : null}
        {coach.data ? (
          <ProposalFields
            coach={coach.data}
            draft={draft}
            errors={errors}
            onChange={change}
            askStudent={!student}
          />
        ) : coach.isError ? null : (
          <Skeleton className="h-96 w-full" />
        )}
        {/* Enables submitting with Enter. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}

/** Whether a change concerns a field with an error. Errors of `priceCents` belong to the field `price`. */
const touches = (part: Partial<ProposalDraft>, field: string) =>
  field in part || (field === 'priceCents' && 'price' in part)

function focusFirst(form: HTMLFormElement | null) {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  ;(wrong ?? form?.querySelector<HTMLElement>('[aria-describedby="proposed-times-error"] input'))?.focus()
}
