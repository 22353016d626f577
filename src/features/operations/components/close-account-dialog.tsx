import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Closing } from '#features/accounts/account-deletion/schema.ts'
import { closeForPersonSchema } from '#features/accounts/admin-acts/schema.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { ClosingList } from '#features/accounts/components/closing-list.tsx'
import { ReasonField } from '#features/back-office/components/reason-field.tsx'
import { formatMoney } from '#platform/money.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.tsx'
import { WhenLoaded } from '#ui/when-loaded.tsx'
import { operationsClient } from '../client.ts'
import type { PersonShown } from '../schema.ts'

/** Deletes an account at its owner's request. First it shows what ends with the account, what is refunded, and what prevents it. */
export function CloseAccountDialog({ person, onClose }: { person: PersonShown; onClose: () => void }) {
  const reading = useQuery(
    accountsClient.closingOf.queryOptions({ input: { userId: person.userId }, staleTime: 0, gcTime: 0 }),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <>
          Delete the account of <bdi>{person.fullName}</bdi>
        </>
      }
      description="This cannot be undone. Records of lessons and money stay, without a name."
    >
      <WhenLoaded reading={reading} failure="Failed to load what ends with the account">
        {(closing) => <CloseForm person={person} closing={closing} onClose={onClose} />}
      </WhenLoaded>
    </Dialog>
  )
}

function CloseForm(props: { person: PersonShown; closing: Closing; onClose: () => void }) {
  const { person, closing, onClose } = props
  const { refundCents, reasons } = closing
  const form = useCheckedForm(closeForPersonSchema.omit({ userId: true }))
  const queryClient = useQueryClient()
  return (
    <form
      {...form.sends(async ({ reason }) => {
        await accountsClient.closeForPerson.call({ userId: person.userId, reason, refundCents })
        await queryClient.invalidateQueries({ queryKey: operationsClient.person.key() })
        onClose()
        toast.success('Account deleted')
      })}
      className="grid gap-5 pb-2"
    >
      {form.failure ? <FormError>{form.failure}</FormError> : null}
      <ClosingList closing={closing} />
      <ReasonField error={form.errors.reason} />
      <Button
        type="submit"
        variant="danger"
        loading={form.busy}
        disabled={reasons.length > 0}
        className="justify-self-start"
      >
        {refundCents > 0 ? `Delete and refund ${formatMoney(refundCents)}` : 'Delete account'}
      </Button>
    </form>
  )
}
