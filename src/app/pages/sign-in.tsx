import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { safeRedirect } from '#features/accounts/account.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { AccountForm, type TypedAccount } from '#features/accounts/components/account-form.tsx'
import { AuthFrame } from '#features/accounts/components/auth-frame.tsx'
import { SignInForm } from '#features/accounts/components/sign-in-form.tsx'
import { signInProvidersQuery } from '#features/accounts/components/sign-in-providers-query.ts'
import { SignedInAlready } from '#features/accounts/components/signed-in-already.tsx'
import { useOnSignedIn } from '#features/accounts/components/use-on-signed-in.ts'
import type { Me } from '#features/accounts/schema.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { pageHead } from '#features/content/page-head.ts'
import { pushToDataLayer } from '#platform/data-layer.ts'
import { textParam, uuidParam } from '#platform/search-params.ts'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { hasChosenTime } from '../guards/chosen-time.ts'

interface SignInSearch {
  redirect?: string | undefined
  /** `student` opens the sign-up. */
  mode?: string | undefined
  from?: string | undefined
  instructor?: string | undefined
}

export const Route = createFileRoute('/_shell/auth')({
  validateSearch: (raw: Record<string, unknown>): SignInSearch => ({
    redirect: textParam(raw.redirect),
    mode: textParam(raw.mode),
    from: textParam(raw.from),
    instructor: uuidParam(raw.instructor),
  }),
  loaderDeps: ({ search }) => ({ instructor: search.instructor }),
  // Who the booking was for is a courtesy: the page works without.
  loader: async ({ context: { queryClient }, deps }) => {
    const providers = queryClient.prefetchQuery(signInProvidersQuery)
    const coach = deps.instructor
      ? await queryClient
          .ensureQueryData(coachesClient.profile.queryOptions({ input: { instructorId: deps.instructor } }))
          .catch(() => null)
      : null
    await providers
    return coach
  },
  head: ({ match }) =>
    pageHead({
      title: match.search.mode === 'student' ? 'Create your account' : 'Sign in',
      description:
        'Sign in to see your golf lessons and book the next one, or create an account in a minute.',
      path: '/auth',
      isUnlisted: true,
    }),
  component: SignInPage,
})

function SignInPage() {
  const { me } = Route.useRouteContext()
  const search = Route.useSearch()
  const coach = Route.useLoaderData()
  const next = search.redirect || !coach ? safeRedirect(search.redirect) : `/instructor/${coach.id}`
  const router = useRouter()
  const onSignedIn = useOnSignedIn()
  const typed = useRef<TypedAccount>({})
  // On the way to the next page: no 'already signed in' in between.
  const leaving = useRef(false)

  const isSentFromBooking = !me && search.from === 'booking' && search.redirect?.startsWith('/instant-book/')
  useEffect(() => {
    if (isSentFromBooking)
      toast.error('Sign In Required', 'Please sign in or create an account to book a lesson')
  }, [isSentFromBooking])

  if (me && !leaving.current)
    return (
      <AuthFrame>
        <SignedInAlready me={me} next={next} />
      </AuthFrame>
    )

  async function goOn(signedIn: Me) {
    leaving.current = true
    await onSignedIn(signedIn)
    await router.navigate({ href: next, replace: true })
  }

  const makesAccount = search.mode === 'student'
  const isCoach = next.startsWith('/instructor-onboarding')
  const hrefFor = (mode?: 'student') =>
    router.buildLocation({ to: '/auth', search: { ...search, mode } }).href
  const forCoach = coach ? ` with ${coach.label}` : ''
  return (
    <AuthFrame as={isCoach ? 'coach' : 'student'}>
      {search.from === 'booking' ? <p className="eyebrow mb-3">Your lesson{forCoach} is waiting</p> : null}
      <h1 className="text-headline">{makesAccount ? 'Create your account' : 'Welcome back'}</h1>
      <p className="mt-3 text-muted">
        {search.from === 'booking'
          ? hasChosenTime(next)
            ? 'Your chosen time is kept. You will go straight back to it.'
            : 'You will go straight back to booking.'
          : makesAccount
            ? isCoach
              ? 'It takes a minute. Then you set up your coaching profile.'
              : 'It takes a minute. After that, booking takes two clicks.'
            : isCoach
              ? 'Sign in to set up your coaching profile.'
              : 'Sign in to see your lessons and book the next one.'}
      </p>
      <NavTabs
        label="Account"
        className="mt-6"
        items={[
          { href: hrefFor(), label: 'Sign in', current: !makesAccount },
          { href: hrefFor('student'), label: 'Create an account', current: makesAccount },
        ]}
      />
      <div className="mt-6">
        {makesAccount ? (
          <AccountForm
            typed={typed.current}
            returnTo={next}
            submitLabel="Create account"
            create={(account) =>
              accountsClient.signUp.call({
                ...account,
                wantsToCoach: isCoach,
              })
            }
            onCreated={async (created) => {
              if (search.from === 'booking') {
                pushToDataLayer({
                  event: 'student_signup',
                  user_type: 'student',
                  signup_method: 'instant_book',
                })
                toast.success('Account created!', 'Proceeding with your booking...')
              } else toast.success('Account created!', `Welcome, ${created.fullName.split(' ')[0]}.`)
              await goOn(created)
            }}
            onAlreadyRegistered={() => void router.navigate({ href: hrefFor() })}
          />
        ) : (
          <SignInForm email={typed.current.email} returnTo={next} onSignedIn={goOn} />
        )}
      </div>
    </AuthFrame>
  )
}
