import { useQueryClient } from '@tanstack/react-query'
import { FileUp, Mail } from 'lucide-react'
import { Suspense } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { toast } from '#ui/toast.tsx'
import { LETTERS_A_DAY } from '../bring/bring.ts'
import { studentsClient } from '../client.ts'
import type { Roster } from '../schema.ts'

const loadBring = () => import('./bring-dialog.tsx')
const BringDialog = lazyPart(loadBring, 'BringDialog')
const loadLetter = () => import('./brought-letter-dialog.tsx')
const BroughtLetterDialog = lazyPart(loadLetter, 'BroughtLetterDialog')

/** The open dialog: importing a file, or the letter to the students of a file. */
export type BringStep = 'file' | 'letter' | null

/** Opens the import of students from a file, whose code is loaded when the button is hovered or focused. */
export function BringButton({ onStep }: { onStep: (step: BringStep) => void }) {
  return (
    <Button
      onPointerEnter={() => void loadBring()}
      onFocus={() => void loadBring()}
      onClick={() => onStep('file')}
    >
      <FileUp aria-hidden />
      Bring your students
    </Button>
  )
}

/** The dialogs. They belong to the page, because the list changes while they are open. */
export function BringDialogs({ step, onStep }: { step: BringStep; onStep: (step: BringStep) => void }) {
  const close = () => onStep(null)
  if (step === null) return null
  return (
    <Suspense fallback={null}>
      {step === 'file' ? (
        <BringDialog onClose={close} onLetter={() => onStep('letter')} />
      ) : (
        <BroughtLetterDialog onClose={close} />
      )}
    </Suspense>
  )
}

/** Says that students were brought and not written to, or that their letters are going out. */
export function LettersToCome({
  letters: { toConfirm, toSend },
  onStep,
}: Pick<Roster, 'letters'> & { onStep: (step: BringStep) => void }) {
  if (toConfirm === 0 && toSend === 0) return null
  return (
    <div className="mt-5 flex flex-col gap-3">
      {toConfirm > 0 ? (
        <Alert
          title={
            toConfirm === 1
              ? '1 student you brought has not been written to'
              : `${toConfirm} students you brought have not been written to`
          }
          action={
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                onPointerEnter={() => void loadLetter()}
                onFocus={() => void loadLetter()}
                onClick={() => onStep('letter')}
              >
                <Mail aria-hidden />
                See the letter
              </Button>
              <RemoveUnwritten count={toConfirm} />
            </div>
          }
        >
          Look at the letter and confirm it. Nothing is sent before.
        </Alert>
      ) : null}
      {toSend > 0 ? (
        <Alert title={toSend === 1 ? '1 letter is going out' : `${toSend} letters are going out`}>
          You confirmed the letter. At most {LETTERS_A_DAY} are sent a day.
        </Alert>
      ) : null}
    </div>
  )
}

/** Undoes all imports whose letter is not confirmed. */
function RemoveUnwritten({ count }: { count: number }) {
  const queryClient = useQueryClient()
  const who = count === 1 ? '1 student' : `${count} students`
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="ghost">
          Remove all
        </Button>
      }
      title={`Remove ${who} from your list?`}
      description="They leave your list with their notes and the lessons you owe them. Students who accepted an invitation stay. You can bring the file again."
      confirmLabel={`Remove ${who}`}
      keepLabel="Keep them"
      onConfirm={async () => {
        try {
          const { removed } = await studentsClient.undoImports.call({})
          toast.success(removed === 1 ? '1 student removed' : `${removed} students removed`)
        } catch (error) {
          toast.error(
            'Nobody was removed',
            readProblem(error).message ?? 'We could not reach the server. Please try again.',
          )
        }
        await queryClient.invalidateQueries({ queryKey: studentsClient.key() })
      }}
    />
  )
}
