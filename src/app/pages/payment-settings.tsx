import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { COACH_SHARE_PERCENT } from '#features/ledger/fee.ts'
import { ExitOfferSettings } from '#features/payouts/components/exit-offer-settings.tsx'
import { PayoutAccountCard } from '#features/payouts/components/payout-account-card.tsx'
import { PolicySettings } from '#features/payouts/components/policy-settings.tsx'
import { accountQuery, exitOfferQuery, policyQuery } from '#features/payouts/components/settings-queries.ts'
import { rainRuleQuery } from '#features/rain-checks/components/rain-rule-query.ts'
import { RainRuleSettings } from '#features/rain-checks/components/rain-rule-settings.tsx'
import { siteName } from '#platform/site-name.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'

/** How a coach is paid, and what comes back to a student who cancels. */
export const Route = createFileRoute('/_shell/_coach/payment-settings')({
  loader: async ({ context: { queryClient } }) => {
    const reading = Promise.all([
      queryClient.prefetchQuery(accountQuery),
      queryClient.prefetchQuery(policyQuery),
      queryClient.prefetchQuery(rainRuleQuery),
      queryClient.prefetchQuery(exitOfferQuery),
    ])
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Payment Settings'),
  component: PaymentSettingsPage,
})

function PaymentSettingsPage() {
  return (
    <main className="wrap max-w-5xl py-8 sm:py-10">
      <PageHeader
        title="Payment Settings"
        lead="Where your earnings go, and your terms when plans change."
        className="mb-8"
      />
      <SettingsSection
        id="account"
        title="Payout account"
        description={`Students pay ${siteName}; your ${COACH_SHARE_PERCENT}% of each lesson goes to this account.`}
      >
        <PayoutAccountCard />
      </SettingsSection>
      <SettingsSection
        id="policy"
        title="Cancellation policy"
        description="Shown on your profile and before paying, and frozen onto each booking. If you cancel, the student gets everything back."
      >
        <PolicySettings />
      </SettingsSection>
      <SettingsSection
        id="weather"
        title="Bad weather"
        description="For lessons at your outdoor places. Shown on your profile and before paying, and frozen onto each booking."
      >
        <RainRuleSettings />
      </SettingsSection>
      <SettingsSection
        id="exit-offers"
        title="Exit offers"
        description="A student who is about to leave your profile without booking may get a one-time discount offer."
      >
        <ExitOfferSettings />
      </SettingsSection>
    </main>
  )
}
