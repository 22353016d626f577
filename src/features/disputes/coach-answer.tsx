import { useQueryClient } from '@tanstack/react-query'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
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

/** The coach's side of a problem: a field while it is open and not answered, then what was written. */
export function CoachAnswer({ bookingId, problem }: { bookingId: string; problem: LessonProblem }) {
  const queryClient = useQueryClient()
  const [answer, setAnswer, forget] = useTabDraft(`problem-answer:${bookingId}`)
  const form = useCheckedForm(answerForm, useLessonAction())
  if (problem.answer)
    return (
      <div>
        <p className="font-semibold">Your side</p>
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
        toast.success('Sent to Greenside', 'We read it before we decide.')
        await queryClient.invalidateQueries({ queryKey: disputesClient.key() })
      })}
      className="mt-1 flex flex-col gap-3"
    >
      <FormError title={form.failure ? 'Your answer was not sent' : null}>{form.failure}</FormError>
      <Field
        label="Your side"
        hint="Only Greenside reads it. You can send it once; the student does not see it."
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
        Send your side
      </Button>
    </form>
  )
}
