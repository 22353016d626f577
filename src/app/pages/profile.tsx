import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { titleHead } from '#app/title-head.ts'
import { mayHaveTokens } from '#features/access-tokens/policy.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { DetailsForm } from '#features/accounts/components/details-form.tsx'
import { EmailSettings } from '#features/accounts/components/email-settings.tsx'
import { OwnData } from '#features/accounts/components/own-data.tsx'
import { PasswordSettings } from '#features/accounts/components/password-settings.tsx'
import { secondFactorQuery } from '#features/accounts/components/second-factor-query.ts'
import { SecondFactorSettings } from '#features/accounts/components/second-factor-settings.tsx'
import { SessionList } from '#features/accounts/components/session-list.tsx'
import { sessionsQuery } from '#features/accounts/components/sessions-query.ts'
import { VisitList } from '#features/accounts/impersonation/visit-list.tsx'
import { Golfers } from '#features/golfers/components/golfers.tsx'
import type { Role } from '#platform/actor.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const AccessTokens = lazyPart(
  () => import('#features/access-tokens/components/access-tokens.tsx'),
  'AccessTokens',
)

const FormerStudent = lazyPart(
  () => import('#features/onboarding/components/former-student.tsx'),
  'FormerStudent',
)

const SavedCards = lazyPart(() => import('#features/payments/components/saved-cards.tsx'), 'SavedCards')

const SignInMethods = lazyPart(
  () => import('#features/accounts/components/sign-in-methods.tsx'),
  'SignInMethods',
)

const Webhooks = lazyPart(() => import('#features/webhooks/components/webhooks.tsx'), 'Webhooks')

const accountQuery = accountsClient.account.queryOptions({ staleTime: 0 })

/** The settings of the user's account. */
export const Route = createFileRoute('/_shell/_signed-in/profile')({
  loader: async ({ context: { queryClient } }) => {
    const rest = Promise.all([
      queryClient.prefetchQuery(sessionsQuery),
      queryClient.prefetchQuery(secondFactorQuery),
    ])
    await queryClient.ensureQueryData(accountQuery)
    if (import.meta.env.SSR) await rest
  },
  head: titleHead('Profile Settings'),
  component: ProfilePage,
})

function ProfilePage() {
  const { me } = Route.useRouteContext()
  const { data: account } = useSuspenseQuery(accountQuery)
  return (
    <main className="wrap max-w-5xl py-8 sm:py-10">
      <PageHeader
        title={me?.role === 'student' ? 'Profile Settings' : 'Account settings'}
        lead="Your details, sign-in and data."
        className="mb-8"
      />
      <SettingsSection id="details" title="About you" description={whoSeesYou(me?.role)}>
        <DetailsForm account={account} isStudent={me?.role === 'student'} />
      </SettingsSection>
      {me?.role === 'student' ? (
        <SettingsSection
          id="golfers"
          title="Golfers"
          description="Who you book lessons for, besides yourself."
        >
          <Golfers mayAdd />
        </SettingsSection>
      ) : null}
      <SettingsSection
        id="email"
        title="Email"
        description="Used to sign in. Lesson times and receipts go here."
      >
        <EmailSettings account={account} />
      </SettingsSection>
      {me?.role === 'student' ? (
        <SettingsSection
          id="cards"
          title="Saved cards"
          description="Our payment processor keeps them. We never see the number."
        >
          <Suspense fallback={<Skeleton className="h-19 w-full" />}>
            <SavedCards />
          </Suspense>
        </SettingsSection>
      ) : null}
      <SettingsSection
        id="password"
        title="Password"
        description="Use a long one. A whole sentence works well."
      >
        <PasswordSettings account={account} />
      </SettingsSection>
      <SettingsSection
        id="sign-in-methods"
        title="Sign-in methods"
        description="Other ways to sign in, besides your password and an emailed link."
      >
        <Suspense fallback={<Skeleton className="h-32 w-full" />}>
          <SignInMethods />
        </Suspense>
      </SettingsSection>
      <SettingsSection
        id="two-step"
        title="Two-step sign-in"
        description="A code from your phone in addition to your password."
      >
        <SecondFactorSettings account={account} />
      </SettingsSection>
      <SettingsSection
        id="devices"
        title="Where you are signed in"
        description="Something you don’t recognize? Sign it out and change your password."
      >
        <SessionList />
      </SettingsSection>
      <SettingsSection
        id="visits"
        title="Visits by our staff"
        description="When our staff viewed your account, and why."
      >
        <VisitList />
      </SettingsSection>
      {me && mayHaveTokens(me) ? (
        <SettingsSection
          id="tokens"
          title="Access tokens"
          description="For your own software. Changing your password or signing out everywhere revokes all tokens."
        >
          <Suspense fallback={<Skeleton className="h-19 w-full" />}>
            <AccessTokens />
          </Suspense>
        </SettingsSection>
      ) : null}
      {me && mayHaveTokens(me) ? (
        <SettingsSection
          id="webhooks"
          title="Webhooks"
          description="Notify your own software when a lesson is booked, moved, cancelled or paid."
        >
          <Suspense fallback={<Skeleton className="h-19 w-full" />}>
            <Webhooks />
          </Suspense>
        </SettingsSection>
      ) : null}
      {me?.role === 'coach' ? (
        <Suspense fallback={null}>
          <FormerStudent />
        </Suspense>
      ) : null}
      <SettingsSection id="data" title="Your data" description="Download your data, or delete your account.">
        <OwnData account={account} canLeave={me?.role !== 'admin'} />
      </SettingsSection>
    </main>
  )
}

function whoSeesYou(role: Role | undefined): string {
  const phone = 'Your phone number is only for us to reach you.'
  if (role === 'coach') return `Your students see your name. ${phone}`
  return role === 'student'
    ? 'The coaches you book see your name and, for confirmed lessons, the details you choose here.'
    : phone
}
