import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { unlistedHead } from '#app/title-head.ts'
import { membersClient } from '#features/members/client.ts'
import { groupCardNumber, testCards } from '#features/payments/card.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'

const testDataQuery = membersClient.testData.queryOptions()

/** What one tries the product with. In production, where everything is real, there is no such page. */
export const Route = createFileRoute('/_shell/_coach/test-data')({
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(testDataQuery).catch((error) => {
      if (readProblem(error).code === 'no_test_data') throw notFound()
      throw error
    }),
  head: unlistedHead('Test Data'),
  component: TestDataPage,
})

const accountTypes = { student: 'Student', instructor: 'Coach', admin: 'Admin' }

function TestDataPage() {
  const { isDemo, accounts, discountCodes } = useSuspenseQuery(testDataQuery).data
  return (
    <main className="wrap max-w-4xl py-8 sm:py-10">
      <PageHeader
        title="Test Data"
        lead="Lessons, students and cards to try things with. This page is not there in production."
      />
      <div className="mt-6">
        <SettingsSection
          id="lessons"
          title="Lessons and students"
          description="Enter a lesson at any time and invite its student by email. A lesson paid elsewhere is confirmed right away."
        >
          <div className="flex flex-wrap gap-2.5">
            <LinkButton href="/schedule" variant="brand">
              Enter a lesson
            </LinkButton>
            <LinkButton href="/your-students">Invite a student</LinkButton>
          </div>
        </SettingsSection>
        {accounts.length > 0 ? (
          <SettingsSection
            id="accounts"
            title="Accounts"
            description="Their password is shown in the terminal where you started the demo. Use another browser to sign in as someone else."
          >
            <Pairs pairs={accounts.map(({ email, type }) => [email, accountTypes[type]])} />
          </SettingsSection>
        ) : null}
        <SettingsSection
          id="cards"
          title="Test cards"
          description="Any date to come and any three digits go with them. No money moves."
        >
          <Pairs pairs={testCards.map(({ number, outcome }) => [groupCardNumber(number), outcome])} />
        </SettingsSection>
        {discountCodes.length > 0 ? (
          <SettingsSection
            id="codes"
            title="Discount codes"
            description="A student enters one before paying."
          >
            <Pairs
              pairs={discountCodes.map(({ code, percentOff, amountOffCents }) => [
                code,
                percentOff === null ? `${formatMoney(amountOffCents ?? 0)} off` : `${percentOff}% off`,
              ])}
            />
          </SettingsSection>
        ) : null}
        {isDemo ? (
          <SettingsSection
            id="time"
            title="Time and letters"
            description="Move the clock of the demo to see reminders, payouts and reviews, and read every letter."
          >
            <div className="flex flex-wrap gap-2.5">
              <LinkButton href="/dev/clock" target="_self">
                Move the clock
              </LinkButton>
              <LinkButton href="/dev/letters" target="_self">
                Read the letters
              </LinkButton>
            </div>
          </SettingsSection>
        ) : null}
      </div>
    </main>
  )
}

function Pairs({ pairs }: { pairs: readonly (readonly [what: ReactNode, is: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line rounded-card border bg-surface-raised px-4">
      {pairs.map(([what, is]) => (
        <div
          key={String(what)}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 text-[0.9375rem]"
        >
          <dt className="tabular font-medium [overflow-wrap:anywhere]">{what}</dt>
          <dd className="text-muted">{is}</dd>
        </div>
      ))}
    </dl>
  )
}
