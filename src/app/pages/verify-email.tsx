import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { EmailLinkPage } from '#features/accounts/components/email-link-page.tsx'
import { fetchLinkState, readLinkSearch } from '#features/accounts/components/link-page.ts'
import { siteName } from '#platform/site-name.ts'

/** Where the link leads that confirms an address. */
export const Route = createFileRoute('/_shell/verify-email')({
  validateSearch: readLinkSearch,
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps }) => fetchLinkState(context.queryClient, 'email-verification', deps.token),
  head: unlistedHead('Confirm your email'),
  component: VerifyEmailPage,
})

function VerifyEmailPage() {
  const link = Route.useLoaderData()
  const queryClient = useQueryClient()
  return (
    <EmailLinkPage
      link={link}
      purpose="email-verification"
      title="Confirm your email"
      text={`Confirm ${link?.email ?? 'it'}, so that lesson times and receipts reach you.`}
      passwordText={`Someone opened a ${siteName} account with ${link?.email ?? 'this address'}. If it was you, enter the password you chose.`}
      button="Confirm my address"
      onConfirm={async (input) => {
        await accountsClient.verifyEmail.call(input)
        void queryClient.invalidateQueries({ queryKey: accountsClient.account.key() })
      }}
      done={{
        title: 'Your address is confirmed',
        text: 'Lesson times and receipts reach you at this address.',
      }}
      refusal={{
        button: 'This wasn’t me',
        title: 'Remove this account?',
        description:
          'The person who opened it is signed out for good. The account is deleted, unless lessons or payments of other people depend on it.',
        confirmLabel: 'Remove the account',
        done: {
          title: 'The person is signed out for good',
          text: 'The account is deleted, unless lessons or payments of other people depend on it. In that case, only a link that we send to your address opens it.',
        },
      }}
      next="If your address is not confirmed yet, request a new link in Profile Settings."
    />
  )
}
