import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { savesClient } from '../client.ts'

const loadForm = () => import('./save-dialog.tsx')
const SaveDialog = lazy(async () => ({ default: (await loadForm()).SaveDialog }))

/** A coach as far as saving goes. */
export interface Saveable {
  id: string
  label: string
}

/** 'Save profile' (U39): one tap for students, a small form for visitors, nothing for those who do not take lessons. */
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
        if (wasSaved) toast.success('Saved already', `${coach.label} was among the coaches you saved before.`)
        else toast.success('Profile saved', `We saved ${coach.label} and how to reach you.`)
      },
      onError: (error) =>
        toast.error(
          'The profile could not be saved',
          readProblem(error).message ?? 'We could not reach the server. Please try again.',
        ),
    }),
  )
  return (
    <SaveButton
      isSaved={data?.isSaved ?? false}
      isSaving={save.isPending}
      onSave={() => save.mutate({ instructorId: coach.id })}
    />
  )
}

function VisitorSave({ coach }: { coach: Saveable }) {
  const [isOpen, setOpen] = useState(false)
  const [isSaved, setSaved] = useState(false)
  return (
    <>
      <SaveButton
        isSaved={isSaved}
        isSaving={false}
        onSave={() => setOpen(true)}
        onPrepare={() => void loadForm()}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <SaveDialog coach={coach} onSaved={() => setSaved(true)} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Saves once: what is saved says so, and pressing it again does nothing. */
function SaveButton({
  isSaved,
  isSaving,
  onSave,
  onPrepare,
}: {
  isSaved: boolean
  isSaving: boolean
  onSave: () => void
  onPrepare?: () => void
}) {
  return (
    <Button
      size="sm"
      loading={isSaving}
      aria-disabled={isSaved || undefined}
      onPointerEnter={onPrepare}
      onFocus={onPrepare}
      onClick={isSaved ? undefined : onSave}
      className={isSaved ? 'text-brand aria-disabled:opacity-100!' : undefined}
    >
      {isSaved ? <BookmarkCheck aria-hidden /> : <Bookmark aria-hidden />}
      <span aria-live="polite">{isSaved ? 'Saved' : 'Save profile'}</span>
    </Button>
  )
}
