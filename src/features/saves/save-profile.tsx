import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { toast } from '#ui/toast.tsx'
import { savesClient } from './client.ts'
import type { Saveable } from './save-dialog.tsx'
import { removeHere, saveHere, useIsSavedHere } from './use-device-saves.ts'

const loadForm = () => import('./save-dialog.tsx')
const SaveDialog = lazyPart(loadForm, 'SaveDialog')

/**
 * 'Save profile': one tap for everybody who takes lessons. A student's goes to the account; a visitor's stays in the browser,
 * and how to be reached is asked afterwards and may be left out.
 */
export function SaveProfile({ coach, me }: { coach: Saveable; me: Me | null }) {
  if (!me) return <VisitorSave coach={coach} />
  return me.role === 'student' ? <StudentSave coach={coach} /> : null
}

function StudentSave({ coach }: { coach: Saveable }) {
  const queryClient = useQueryClient()
  const saved = savesClient.isSaved.queryOptions({ input: { instructorId: coach.id } })
  const { data } = useQuery(saved)
  const save = useMutation(
    savesClient.save.mutationOptions({
      onSuccess: ({ wasSaved }) => {
        queryClient.setQueryData(saved.queryKey, { isSaved: true })
        void queryClient.invalidateQueries({ queryKey: savesClient.list.key() })
        if (wasSaved) toast.success('Saved already', `${coach.label} was among the coaches you saved before.`)
        else toast.success('Profile saved', `${coach.label} is under My Instructors.`)
      },
      onError: (error) =>
        toast.error(
          'The profile could not be saved',
          readProblem(error).message ?? 'We could not reach the server. Please try again.',
        ),
    }),
  )
  const remove = useMutation(
    savesClient.remove.mutationOptions({
      onSuccess: async () => {
        queryClient.setQueryData(saved.queryKey, { isSaved: false })
        await queryClient.invalidateQueries({ queryKey: savesClient.list.key() })
        toast.success('Removed', `${coach.label} is no longer in your saved coaches.`, {
          action: { label: 'Undo', onClick: () => save.mutate({ instructorId: coach.id }) },
        })
      },
      onError: (error) =>
        toast.error(
          'Not removed',
          readProblem(error).message ?? 'We could not reach the server. Please try again.',
        ),
    }),
  )
  // Saved before signing in: it moves from the browser to the account, and stays here if that fails.
  const isSavedHere = useIsSavedHere(coach.id)
  const { mutate } = save
  useEffect(() => {
    if (!data || !isSavedHere) return
    if (data.isSaved) removeHere(coach.id)
    else mutate({ instructorId: coach.id })
  }, [data, isSavedHere, coach.id, mutate])
  return (
    <SaveButton
      isSaved={data?.isSaved ?? false}
      isSaving={save.isPending || remove.isPending}
      onSave={() => save.mutate({ instructorId: coach.id })}
      onRemove={() => remove.mutate({ instructorId: coach.id })}
    />
  )
}

function VisitorSave({ coach }: { coach: Saveable }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SaveButton
        isSaved={useIsSavedHere(coach.id)}
        isSaving={false}
        onSave={() => {
          saveHere(coach.id)
          setOpen(true)
        }}
        onRemove={() => removeHere(coach.id)}
        onPrepare={() => void loadForm()}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <SaveDialog coach={coach} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** What is saved says so; pressed again it is removed where that is possible, else nothing happens. */
function SaveButton({
  isSaved,
  isSaving,
  onSave,
  onRemove,
  onPrepare,
}: {
  isSaved: boolean
  isSaving: boolean
  onSave: () => void
  onRemove?: () => void
  onPrepare?: () => void
}) {
  return (
    <Button
      size="sm"
      loading={isSaving}
      aria-disabled={(isSaved && !onRemove) || undefined}
      aria-pressed={onRemove ? isSaved : undefined}
      onPointerEnter={onPrepare}
      onFocus={onPrepare}
      onClick={isSaved ? onRemove : onSave}
      className={isSaved ? 'text-brand aria-disabled:opacity-100!' : undefined}
    >
      {isSaved ? <BookmarkCheck aria-hidden /> : <Bookmark aria-hidden />}
      <span aria-live="polite">{isSaved ? 'Saved' : 'Save profile'}</span>
    </Button>
  )
}
