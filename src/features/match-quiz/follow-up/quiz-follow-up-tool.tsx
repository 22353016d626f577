import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { showFailure, useDeskAct } from '#features/back-office/components/use-desk-act.ts'
import { LetterFrame } from '#features/notifications/components/letter-frame.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoment } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { quizFollowUpClient } from './client.ts'
import { followUpWords } from './follow-up.ts'
import { type FollowUpPreview, followUpInput } from './schema.ts'

const OFFICE = 'America/New_York'

/** Emails a golfer who took the quiz and did not book, with a preview. Enter sends. */
export function QuizFollowUpTool() {
  const form = useCheckedForm(followUpInput)
  const looking = useAttempt()
  const refresh = useRefreshLists()
  const [preview, setPreview] = useState<FollowUpPreview | null>(null)
  const checked = form.sends(
    async ({ email }, element) => {
      await quizFollowUpClient.send.call({ email })
      toast.success(followUpWords.sent, `To ${email}`)
      element.reset()
      setPreview(null)
      await refresh()
    },
    ({ issues, message }) => {
      const words = message ?? followUpWords.notSent
      toast.error(words)
      return issues.length > 0 ? issues : [{ path: 'email', message: words }]
    },
  )
  const look = (element: HTMLFormElement | null) => {
    const entered = element && form.read(element)
    if (!entered) return
    setPreview(null)
    void looking.attempt(
      async () => setPreview(await quizFollowUpClient.preview.call(entered)),
      ({ message }) => {
        const words = message ?? followUpWords.notPreviewed
        toast.error(words)
        return form.show(element, [{ path: 'email', message: words }])
      },
    )
  }
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        Golfers who were matched and did not book get one email a day after the quiz. Here you can send it
        sooner, or from the golfer’s row under Quiz.
      </p>
      <form {...checked} className="flex max-w-2xl flex-col gap-4">
        <Field label="Email address of the quiz taker" error={form.errors.email}>
          <Input name="email" type="email" inputMode="email" autoComplete="off" className="max-w-md" />
        </Field>
        <FormError>{form.failure ?? looking.failure}</FormError>
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" variant="brand" loading={form.busy}>
            Send email
          </Button>
          <Button loading={looking.busy} onClick={(event) => look(event.currentTarget.form)}>
            Preview
          </Button>
        </div>
      </form>
      {preview ? <Shown preview={preview} /> : null}
    </>
  )
}

/** The re-engagement email of one golfer, from the row of the quiz: what will be sent, then a button that sends it. */
export function QuizFollowUpDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const preview = useQuery(
    quizFollowUpClient.preview.queryOptions({ input: { email }, staleTime: 0, gcTime: 0, retry: false }),
  )
  const { error } = preview
  useEffect(() => {
    if (error) showFailure(followUpWords.notPreviewed)(readProblem(error))
  }, [error])
  const { busy, act } = useDeskAct(followUpWords.notSent)
  const send = () =>
    act(async () => {
      await quizFollowUpClient.send.call({ email })
      toast.success(followUpWords.sent, `To ${email}`)
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title="Re-engagement email"
      description={`To ${email}. One email per golfer. Golfers who were matched and did not book get it a day after the quiz unless you send it sooner.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {preview.data && preview.data.whyNot === null ? (
            <Button variant="brand" loading={busy} onClick={() => void send()}>
              Send email now
            </Button>
          ) : null}
        </>
      }
    >
      {error ? (
        <Alert tone="error" title={followUpWords.notPreviewed}>
          {readProblem(error).message ?? 'Please check your connection.'}
        </Alert>
      ) : preview.data ? (
        <Shown preview={preview.data} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  )
}

const Shown = ({ preview }: { preview: FollowUpPreview }) => (
  <div className="mt-4 flex max-w-2xl flex-col gap-3">
    {preview.whyNot ? <Alert tone="warning">{preview.whyNot}</Alert> : null}
    <p className="text-[0.9375rem]">
      <span className="text-muted">To </span>
      <bdi className="font-semibold">{preview.name ?? preview.to}</bdi>
      {`, who took the quiz ${formatMoment(preview.quizAt, OFFICE)}. `}
      {preview.whyNot
        ? null
        : preview.plannedFor
          ? `Planned for ${formatMoment(preview.plannedFor, OFFICE)}.`
          : 'It is sent only if you send it.'}
    </p>
    <p className="text-sm text-muted">
      {preview.match
        ? `Matched with ${preview.match}. `
        : preview.isMatched
          ? 'The recommended coach is no longer listed. '
          : 'The quiz recommended no coach. '}
      {preview.others.length > 0 ? `Also near: ${preview.others.join('; ')}.` : 'No other coaches nearby.'}
    </p>
    <p className="rounded-control border bg-surface-raised px-3.5 py-2.5 text-[0.9375rem] wrap-anywhere">
      <span className="text-muted">Subject: </span>
      <strong>{preview.subject}</strong>
    </p>
    <LetterFrame html={preview.html} title="Preview of the re-engagement email" />
  </div>
)
