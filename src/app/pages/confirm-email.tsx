import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { EmailLinkPage } from '#features/accounts/components/email-link-page.tsx'
import { fetchLinkState, readLinkSearch } from '#features/accounts/components/link-page.ts'
import { siteName } from '#platform/site-name.ts'

/** The target of the link that is mailed to a new email address. */
export const Route = createFileRoute('/_shell/confirm-email')({
  validateSearch: readLinkSearch,
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps }) => fetchLinkState(context.queryClient, 'email-change', deps.token),
  head: unlistedHead('Your new email'),
  component: ConfirmEmailPage,
})

function ConfirmEmailPage() {
  const link = Route.useLoaderData()
  const queryClient = useQueryClient()
  return (
    <EmailLinkPage
      link={link}
      purpose="email-change"
      title="Use this address?"
      text={`You will sign in with ${link?.email ?? 'it'}, and we will send your email there.`}
      passwordText={`Someone asked to use ${link?.email ?? 'this address'} for a ${siteName} account. If it was you, enter the password of that account.`}
      button="Use this address"
      onConfirm={async (input) => {
        await accountsClient.confirmEmailChange.call(input)
        void queryClient.invalidateQueries()
      }}
      done={{ title: 'Your new address is in place', text: 'We also notified your old address.' }}
      refusal={{
        button: 'This wasn’t me',
        title: 'Stop this change?',
        description: 'The account keeps its present address. Yours is not used.',
        confirmLabel: 'Stop the change',
        done: { title: 'The change is stopped', text: 'Your address is not used for that account.' },
      }}
      next="If your address has not changed, start again in Profile Settings."
    />
  )
}
