import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { LetterFrame } from '#features/notifications/components/letter-frame.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { LETTERS_A_DAY, REMIND_AFTER_DAYS } from '../bring/bring.ts'
import { studentsClient } from '../client.ts'

/** Shows the letter to the students a coach brought as it will be sent, and sends it after the coach confirms. */
export function BroughtLetterDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [message, setMessage] = useState('')
  const shown = useDeferredValue(message.trim())
  const words = shown ? { message: shown } : {}
  const letter = useQuery({
    ...studentsClient.previewBroughtLetter.queryOptions({ input: words, staleTime: 0 }),
    placeholderData: (before) => before,
    retry: false,
  })
  const sending = useAttempt()
  const { data } = letter
  const isCurrent = shown === message.trim() && !letter.isPlaceholderData && !letter.isFetching
  const send = () =>
    sending.attempt(
      async () => {
        if (!data || !isCurrent) return
        const { count } = await studentsClient.confirmBroughtLetter.call({ ...words, mark: data.mark })
        await queryClient.invalidateQueries({ queryKey: studentsClient.list.key() })
        onClose()
        toast.success(
          count === 1 ? 'The letter goes out now' : `${count} letters go out`,
          count > LETTERS_A_DAY ? `${LETTERS_A_DAY} a day, in the order of your list.` : undefined,
        )
      },
      ({ code }) => {
        if (code === 'letter_changed') void letter.refetch()
        return false
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title="The letter to your students"
      description={`At most ${LETTERS_A_DAY} letters go out a day. Those who have not answered after ${REMIND_AFTER_DAYS} days get one reminder. Everybody can decline and gets no other letter.`}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            variant="primary"
            disabled={!data || !isCurrent}
            loading={sending.busy}
            onClick={() => void send()}
          >
            {data ? (data.count === 1 ? 'Send 1 letter' : `Send ${data.count} letters`) : 'Send the letters'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="Message" optional hint="It is part of every letter. No web addresses or phone numbers.">
          <Textarea
            rows={3}
            maxLength={500}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
        <FormError>{letter.isError ? (readProblem(letter.error).message ?? OFFLINE) : null}</FormError>
        {data ? (
          <section aria-label="Letter" aria-busy={!isCurrent} className="flex flex-col gap-2">
            <p className="text-sm text-muted">
              To <bdi>{data.to.name ?? data.to.email}</bdi>
              {data.count > 1 ? `, and likewise to ${data.count - 1} more` : ''}
            </p>
            <p className="font-semibold">
              <bdi>{data.subject}</bdi>
            </p>
            <LetterFrame html={data.html} title="The letter as it will be sent" />
          </section>
        ) : letter.isPending ? (
          <Skeleton className="h-[34rem] w-full" />
        ) : null}
        <FormError>{sending.failure}</FormError>
      </div>
    </Dialog>
  )
}

const OFFLINE = 'We could not reach the server. Please try again.'
