import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Closing } from '#features/accounts/account-deletion/schema.ts'
import { closeForPersonSchema } from '#features/accounts/admin-acts/schema.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { ClosingList } from '#features/accounts/components/closing-list.tsx'
import { operationsClient } from '#features/operations/client.ts'
import type { PersonShown } from '#features/operations/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'

/** Deletes somebody's account at their request: shows first what ends with it, what is paid back, and what stands in the way. */
export function CloseAccountDialog({ person, onClose }: { person: PersonShown; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(
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
      {data ? (
        <CloseForm person={person} closing={data} onClose={onClose} />
      ) : isError ? (
        <FormError title="What ends with the account could not be loaded">
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </FormError>
      ) : (
        <div className="grid gap-3 pb-4">
          <p role="status" className="sr-only">
            Loading…
          </p>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
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
      <Field label="Reason" required error={form.errors.reason} hint="It goes to the audit log, not to them.">
        <Textarea name="reason" rows={2} maxLength={500} />
      </Field>
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
