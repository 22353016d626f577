import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accountsClient } from '../client.ts'
import { lookAtLink, readLinkSearch } from '../components/link-page.ts'
import { MailboxLinkPage } from '../components/mailbox-link-page.tsx'

/** Where the link leads that was mailed to somebody's new address. */
export const Route = createFileRoute('/_shell/confirm-email')({
  validateSearch: readLinkSearch,
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps }) => lookAtLink(context.queryClient, 'email-change', deps.token),
  head: () => ({
    meta: [{ title: 'Your new email · Greenside' }, { name: 'robots', content: 'noindex' }],
  }),
  component: ConfirmEmailPage,
})

function ConfirmEmailPage() {
  const link = Route.useLoaderData()
  const queryClient = useQueryClient()
  return (
    <MailboxLinkPage
      link={link}
      title="Use this address?"
      text={`From now on ${link?.email ?? 'it'} is what you sign in with, and where we write.`}
      button="Use this address"
      onConfirm={async (token) => {
        await accountsClient.confirmEmailChange.call({ token })
        void queryClient.invalidateQueries()
      }}
      doneTitle="Your new address is in place"
      doneText="We also notified your old address."
      next="If your address has not changed, start again in Profile Settings."
    />
  )
}
