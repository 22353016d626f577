import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.tsx'
import { golfersClient } from '../client.ts'
import { newGolferSchema, type PlayingGolfer } from '../schema.ts'
import { GolferFields, golferIssues } from './golfer-fields.tsx'

/** Adds a golfer, or changes one. */
export function GolferDialog({ golfer, onClose }: { golfer?: PlayingGolfer; onClose: () => void }) {
  const element = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const form = useCheckedForm(newGolferSchema)
  const checked = form.sends(async (entered) => {
    if (golfer) await golfersClient.change.call({ ...entered, golferId: golfer.id })
    else await golfersClient.add.call(entered)
    await queryClient.invalidateQueries({ queryKey: golfersClient.key() })
    toast.success(golfer ? 'Golfer saved' : `${entered.name} added`)
    onClose()
  }, golferIssues)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={golfer ? `Change ${golfer.name}` : 'Add a golfer'}
      description={
        golfer
          ? 'Lessons that are booked already show the new name.'
          : 'You choose who plays when you book a lesson.'
      }
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="brand" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            {golfer ? 'Save golfer' : 'Add golfer'}
          </Button>
        </>
      }
    >
      <form {...checked} ref={element} className="flex flex-col gap-5">
        <GolferFields {...(golfer ? { golfer } : {})} errors={form.errors} />
        <FormError>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
