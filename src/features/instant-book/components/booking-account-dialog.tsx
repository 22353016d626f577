import { AccountDialog, type AccountDialogProps } from '#features/accounts/components/account-dialog.tsx'

/** An account on the way to a lesson. */
export function BookingAccountDialog({
  createdText,
  ...props
}: Omit<AccountDialogProps, 'created' | 'keptText' | 'more' | 'create'> & {
  /** The second line of the message after an account was made. */
  createdText: string
}) {
  return (
    <AccountDialog
      {...props}
      created={{ title: 'Account created!', text: createdText }}
      keptText="the time you chose stays chosen"
    />
  )
}
