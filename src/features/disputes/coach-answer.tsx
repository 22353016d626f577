import { useQueryClient } from '@tanstack/react-query'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { siteName } from '#platform/site-name.ts'
import { formatMoment } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { disputesClient } from './client.ts'
import { answerProblemSchema, type LessonProblem } from './schema.ts'

const ANSWER_LENGTH = 2000
const answerForm = answerProblemSchema.omit({ bookingId: true })

/** The coach's answer to a problem: a form while it is open and not answered, then the answer. */
export function CoachAnswer({
  bookingId,
  problem,
  zone,
}: {
  bookingId: string
  problem: LessonProblem
  zone: string
}) {
  const queryClient = useQueryClient()
  const [answer, setAnswer, forget] = useTabDraft(`problem-answer:${bookingId}`)
  const form = useCheckedForm(answerForm, useLessonAction())
  if (problem.answer)
    return (
      <div>
        <p className="font-semibold">Your answer</p>
        <p dir="auto" className="break-words whitespace-pre-line">
          {problem.answer}
        </p>
      </div>
    )
  if (problem.status === 'resolved' || problem.status === 'rejected') return null

  return (
    <form
      {...form.sends(async (entered) => {
        await disputesClient.answer.call({ bookingId, ...entered })
        forget()
        toast.success('Answer sent', 'We read it before we decide.')
        await queryClient.invalidateQueries({ queryKey: disputesClient.key() })
      })}
      className="mt-1 flex flex-col gap-3"
    >
      <FormError title={form.failure ? 'Your answer was not sent' : null}>{form.failure}</FormError>
      <p className="font-semibold">
        Please answer by <span className="tabular">{formatMoment(problem.answerBy, zone)}</span>
        <span className="block font-normal text-muted">After that we may decide without your answer.</span>
      </p>
      <Field
        label="Your answer"
        hint={`Only ${siteName} reads it, the student does not. You can send one answer.`}
        error={form.errors.answer}
        required
      >
        <Textarea
          name="answer"
          rows={4}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
          counter={{ length: answer.length, max: ANSWER_LENGTH }}
        />
      </Field>
      <Button type="submit" size="sm" variant="brand" loading={form.busy} className="self-start">
        Send answer
      </Button>
    </form>
  )
}
