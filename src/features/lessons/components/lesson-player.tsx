import { useQuery } from '@tanstack/react-query'
import { bookingsClient } from '#features/bookings/client.ts'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { golfersClient } from '#features/golfers/client.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'

const ME = ''

/** Changes who plays a lesson; nothing for an account without golfers. */
export function LessonPlayer({ lesson }: { lesson: ListedLesson }) {
  const { data } = useQuery(golfersClient.list.queryOptions())
  const { busy, failure, attempt } = useLessonAction()
  const golfers = data?.golfers ?? []
  if (golfers.length === 0) return null
  const save = (golferId: string) =>
    attempt(async () => {
      await bookingsClient.changePlayer.call({ bookingId: lesson.id, golferId: golferId || null })
      const name = golfers.find(({ id }) => id === golferId)?.name
      toast.success(name ? `${name} plays this lesson` : 'You play this lesson')
    })
  return (
    <Field
      label="Who plays"
      hint={`${lesson.coach.label} sees it. You can change it until the lesson begins.`}
      error={failure}
    >
      <Select
        value={lesson.golfer?.id ?? ME}
        // A disabled control would lose the focus. A second change is ignored.
        aria-disabled={busy || undefined}
        options={[{ value: ME, label: 'Me' }, ...golfers.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => void save(event.target.value)}
      />
    </Field>
  )
}
