import { useMutation } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { AddressDialog } from '#ui/address-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { matchQuizClient } from '../client.ts'
import { type QuizState, saveMatchSchema } from '../schema.ts'
import { problemWords } from './use-quiz.ts'

// Processes of the previous version do not return it.
const savedWords = ({ isEmailed = true }: { isEmailed?: boolean }) =>
  isEmailed ? 'We emailed you a link.' : 'We could not email you a link this time.'

/**
 * 'Save my match': one click if the email address is known, otherwise a form for name and email. The match is
 * emailed with a link.
 */
export function SaveMatch({
  state,
  me,
  coach,
}: {
  state: QuizState
  me: Me | null
  coach: { label: string }
}) {
  const [isOpen, setOpen] = useState(false)
  const save = useMutation(
    matchQuizClient.save.mutationOptions({
      onSuccess: (saved) => toast.success('Match saved', savedWords(saved)),
      onError: (error) => toast.error('Your match could not be saved', problemWords(error)),
    }),
  )
  const known = state.contact ?? (me?.role === 'student' ? { name: me.fullName, email: me.email } : null)
  const { responseId } = state
  return (
    <>
      <Button
        loading={save.isPending}
        aria-disabled={save.isSuccess || undefined}
        className={save.isSuccess ? 'text-brand aria-disabled:opacity-100! max-sm:w-full' : 'max-sm:w-full'}
        onClick={() => {
          if (save.isSuccess) return
          if (known) save.mutate({ responseId, name: known.name, email: known.email })
          else setOpen(true)
        }}
      >
        {save.isSuccess ? <BookmarkCheck aria-hidden /> : <Bookmark aria-hidden />}
        <span aria-live="polite">{save.isSuccess ? 'Saved' : 'Save my match'}</span>
      </Button>
      {isOpen ? (
        <SaveDialog responseId={responseId} label={coach.label} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

function SaveDialog({
  responseId,
  label,
  onClose,
}: {
  responseId: string
  label: string
  onClose: () => void
}) {
  const form = useCheckedForm(saveMatchSchema)
  const save = useMutation(matchQuizClient.save.mutationOptions())
  return (
    <AddressDialog
      title="Save my match"
      description={`We save ${label} with your answers and email you a link that opens your match again.`}
      hidden={{ responseId }}
      form={form}
      sends={form.sends(async (entered) => void (await save.mutateAsync(entered)))}
      action="Save my match"
      sent={save.data ? { title: 'Match saved', text: savedWords(save.data) } : null}
      onClose={onClose}
    >
      {null}
    </AddressDialog>
  )
}
