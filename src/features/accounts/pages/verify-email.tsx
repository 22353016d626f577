import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accountsClient } from '../client.ts'
import { lookAtLink, readLinkSearch } from '../components/link-page.ts'
import { MailboxLinkPage } from '../components/mailbox-link-page.tsx'

/** Where the link leads that confirms an address. */
export const Route = createFileRoute('/_shell/verify-email')({
  validateSearch: readLinkSearch,
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps }) => lookAtLink(context.queryClient, 'email-verification', deps.token),
  head: () => ({
    meta: [{ title: 'Confirm your email · Greenside' }, { name: 'robots', content: 'noindex' }],
  }),
  component: VerifyEmailPage,
})

function VerifyEmailPage() {
  const link = Route.useLoaderData()
  const queryClient = useQueryClient()
  return (
    <MailboxLinkPage
      link={link}
      title="Confirm your email"
      text={`Confirm ${link?.email ?? 'it'}, so that lesson times and receipts reach you.`}
      button="Confirm my address"
      onConfirm={async (token) => {
        await accountsClient.verifyEmail.call({ token })
        void queryClient.invalidateQueries({ queryKey: accountsClient.account.key() })
      }}
      doneTitle="Your address is confirmed"
      doneText="You can book your next lesson now."
      next="If your address is not confirmed yet, request a new link in Profile Settings."
    />
  )
}
