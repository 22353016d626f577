import { createFileRoute, useRouter } from '@tanstack/react-router'
import { Eye, ListChecks, Wallet } from 'lucide-react'
import { useRef } from 'react'
import { accountsClient } from '#features/accounts/client.ts'
import { AccountForm } from '#features/accounts/components/account-form.tsx'
import { AuthFrame } from '#features/accounts/components/auth-frame.tsx'
import { useOnSignedIn } from '#features/accounts/components/use-on-signed-in.ts'
import { siteName } from '#platform/site-name.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { toast } from '#ui/toast.tsx'

/** For coaches who want to look around before they decide. */
export const Route = createFileRoute('/_shell/prospect-signup')({
  head: () => ({
    meta: [
      { title: `Look around as a coach · ${siteName}` },
      { name: 'description', content: `See how ${siteName} works for golf coaches. No card, no commitment.` },
    ],
  }),
  component: ProspectSignUpPage,
})

const promises = [
  { icon: Eye, text: 'See a coach’s dashboard from the inside: inbox, lessons, reviews, payouts.' },
  { icon: ListChecks, text: 'Five short steps make you bookable, whenever you like.' },
  { icon: Wallet, text: 'No card and no fee until a lesson is paid.' },
]

function ProspectSignUpPage() {
  const { me } = Route.useRouteContext()
  const onSignedIn = useOnSignedIn()
  const router = useRouter()
  const leaving = useRef(false)
  const isCoach = me?.role === 'coach' && !me.prospect
  if (me && !leaving.current)
    return (
      <AuthFrame as="coach">
        <h1 className="text-headline">You have an account already</h1>
        <p className="mt-3 text-muted">
          {isCoach
            ? 'And you teach with it. Your dashboard is where you left it.'
            : `It is ${me.prospect?.email ?? me.email}, and it can become a coach’s in five short steps.`}
        </p>
        <LinkButton
          href={isCoach ? '/instructor' : '/instructor-onboarding'}
          variant="primary"
          size="lg"
          className="mt-8"
        >
          {isCoach ? 'Go to your dashboard' : 'Set up your coaching profile'}
        </LinkButton>
      </AuthFrame>
    )
  return (
    <AuthFrame as="coach">
      <p className="eyebrow mb-3">For coaches</p>
      <h1 className="text-headline">Look around first</h1>
      <ul className="mt-5 flex flex-col gap-2.5 text-[0.9375rem] text-muted">
        {promises.map(({ icon: Icon, text }) => (
          <li key={text} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
            {text}
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <AccountForm
          submitLabel="Start looking"
          create={(typed) => accountsClient.signUpProspect.call(typed)}
          onCreated={async (created) => {
            leaving.current = true
            toast.success('Account created!', `Welcome, ${created.fullName.split(' ')[0]}.`)
            await onSignedIn(created)
            await router.navigate({ to: '/', replace: true })
          }}
          onAlreadyRegistered={() =>
            void router.navigate({ to: '/auth', search: { redirect: '/instructor-onboarding' } })
          }
          footer={
            <p className="text-center text-[0.9375rem] text-muted">
              Already sure?{' '}
              <a href="/auth?mode=student&redirect=%2Finstructor-onboarding" className="text-link">
                Set up your coaching profile now
              </a>
            </p>
          }
        />
      </div>
    </AuthFrame>
  )
}
