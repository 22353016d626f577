import { FileUp, Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { Roster } from '../schema.ts'

const loadBring = () => import('./bring-dialog.tsx')
const BringDialog = lazy(async () => ({ default: (await loadBring()).BringDialog }))
const loadLetter = () => import('./brought-letter-dialog.tsx')
const BroughtLetterDialog = lazy(async () => ({ default: (await loadLetter()).BroughtLetterDialog }))

/** Opens the import of students from a file, and the letter to them afterwards. Their code is loaded when the button is hovered or focused. */
export function BringButton() {
  const [open, setOpen] = useState<'file' | 'letter' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button
        onPointerEnter={() => void loadBring()}
        onFocus={() => void loadBring()}
        onClick={() => setOpen('file')}
      >
        <FileUp aria-hidden />
        Bring your students
      </Button>
      <Suspense fallback={null}>
        {open === 'file' ? <BringDialog onClose={close} onLetter={() => setOpen('letter')} /> : null}
        {open === 'letter' ? <BroughtLetterDialog onClose={close} /> : null}
      </Suspense>
    </>
  )
}

/** Says that students were brought and not written to, or that their letters are going out. */
export function LettersToCome({ letters: { toConfirm, toSend } }: Pick<Roster, 'letters'>) {
  const [isOpen, setOpen] = useState(false)
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
            <Button
              size="sm"
              onPointerEnter={() => void loadLetter()}
              onFocus={() => void loadLetter()}
              onClick={() => setOpen(true)}
            >
              <Mail aria-hidden />
              See the letter
            </Button>
          }
        >
          Look at the letter and confirm it. Nothing is sent before.
        </Alert>
      ) : null}
      {toSend > 0 ? (
        <Alert title={toSend === 1 ? '1 letter is going out' : `${toSend} letters are going out`}>
          You confirmed the letter. At most 200 are sent a day.
        </Alert>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <BroughtLetterDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
