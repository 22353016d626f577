import { useQuery } from '@tanstack/react-query'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'

/**
 * Says that the user's email address is not confirmed yet, with a button to resend the link; renders nothing
 * once it is.
 */
export function UnconfirmedEmail({ className }: { className?: string }) {
  const { data: account } = useQuery({
    ...accountsClient.account.queryOptions(),
    staleTime: 0,
    // The link may be opened in another tab or on another device.
    refetchOnWindowFocus: 'always',
  })
  const { busy, failure, attempt } = useAttempt()
  if (!account || account.isEmailVerified) return null
  return (
    <Alert
      tone="warning"
      title="Your email address is not confirmed yet"
      className={className}
      action={
        <Button
          size="sm"
          loading={busy}
          onClick={() =>
            void attempt(async () => {
              await accountsClient.requestVerification.call()
              toast.success('We emailed you a new link', `Check the inbox of ${account.email}.`)
            })
          }
        >
          Send the link again
        </Button>
      }
    >
      {failure ??
        `Students can already book you, and we write to ${account.email} about every booking. Open the link we sent there so that you do not miss a booking.`}
    </Alert>
  )
}
