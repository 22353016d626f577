import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const load = () => import('./propose-lesson-dialog.tsx')
const ProposeLessonDialog = lazyPart(load, 'ProposeLessonDialog')

/** Opens the dialog for offering a lesson to a student. */
export function ProposeButton({
  coachId,
  student,
  size = 'sm',
}: {
  coachId: string
  student: { id: string; name: string }
  size?: 'sm' | 'md'
}) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <Button variant="brand" size={size} onPointerEnter={() => void load()} onClick={() => setState('open')}>
        <span>
          Propose<span className="max-sm:sr-only"> a lesson</span>
        </span>
      </Button>
      {state === 'unused' ? null : (
        <Suspense>
          <ProposeLessonDialog
            coachId={coachId}
            student={student}
            open={state === 'open'}
            onOpenChange={(isOpen) => setState(isOpen ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  )
}
