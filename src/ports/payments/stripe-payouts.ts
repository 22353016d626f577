import Stripe from 'stripe'
import { CURRENCY, type PayeeAccount, PaymentRefused, type PayoutsPort } from './payments.ts'

/**
 * Stripe Connect with separate charges and transfers:
 * https://docs.stripe.com/connect/separate-charges-and-transfers. A transfer names its source charge, so it
 * waits for that charge's money and never uses another's.
 * @param translated runs a call and converts Stripe's errors to ours
 */
export function stripePayouts(
  stripe: Stripe,
  translated: <T>(call: () => Promise<T>) => Promise<T>,
): PayoutsPort {
  return {
    async createAccount({ key, email }) {
      const account = await translated(() =>
        stripe.accounts.create(
          {
            type: 'express',
            country: 'US',
            email,
            capabilities: { transfers: { requested: true } },
            metadata: { account_key: key },
          },
          { idempotencyKey: `account:${key}` },
        ),
      )
      return { accountId: account.id }
    },

    async accountLink({ accountId, returnUrl, refreshUrl }) {
      const link = await translated(() =>
        stripe.accountLinks.create({
          account: accountId,
          return_url: returnUrl,
          refresh_url: refreshUrl,
          type: 'account_onboarding',
        }),
      )
      return { url: link.url }
    },

    async findAccount(accountId) {
      try {
        const account = await translated(() => stripe.accounts.retrieve(accountId))
        return payeeOf(account)
      } catch (error) {
        // Deleted and disconnected accounts are rejected.
        if (error instanceof PaymentRefused || isForbidden(error)) return null
        throw error
      }
    },

    async transfer({ key, attempt = 0, bookingId, paymentIntentId, accountId, amountCents }) {
      const group = `booking_${bookingId}`
      // Stripe's idempotency keys expire after about a day; the transfer's metadata keeps ours permanently.
      const earlier = await translated(() => stripe.transfers.list({ transfer_group: group, limit: 100 }))
      const same = earlier.data.find((transfer) => transfer.metadata.transfer_key === key)
      if (same && (same.amount !== amountCents || idOf(same.destination) !== accountId))
        throw new PaymentRefused()
      if (same) return { transferId: same.id }
      const charge = paymentIntentId ? await chargeOf(paymentIntentId) : undefined
      const transfer = await translated(() =>
        stripe.transfers.create(
          {
            amount: amountCents,
            currency: CURRENCY,
            destination: accountId,
            transfer_group: group,
            ...(charge ? { source_transaction: charge } : {}),
            metadata: { transfer_key: key, booking_id: bookingId },
          },
          // Stripe repeats a rejection for the same key for a day, even if its cause has been resolved.
          { idempotencyKey: attempt === 0 ? `transfer:${key}` : `transfer:${key}:${attempt}` },
        ),
      )
      return { transferId: transfer.id }
    },

    async reverseTransfer({ key, transferId, amountCents }) {
      const earlier = await translated(() => stripe.transfers.listReversals(transferId, { limit: 100 }))
      const same = earlier.data.find((reversal) => reversal.metadata?.reversal_key === key)
      if (same && same.amount !== amountCents) throw new PaymentRefused()
      if (same) return { reversalId: same.id }
      const reversal = await translated(() =>
        stripe.transfers.createReversal(
          transferId,
          { amount: amountCents, metadata: { reversal_key: key } },
          { idempotencyKey: `reversal:${key}` },
        ),
      )
      return { reversalId: reversal.id }
    },
  }

  async function chargeOf(paymentIntentId: string): Promise<string> {
    const intent = await translated(() => stripe.paymentIntents.retrieve(paymentIntentId))
    if (!intent.latest_charge) throw new PaymentRefused()
    return idOf(intent.latest_charge)
  }
}

/**
 * The parts of https://docs.stripe.com/api/accounts/object#account_object-requirements that concern a coach.
 */
function payeeOf(account: Stripe.Account): PayeeAccount {
  const canBePaid = account.payouts_enabled && account.capabilities?.transfers === 'active'
  const { requirements } = account
  const isAsked = (requirements?.currently_due?.length ?? 0) > 0 || (requirements?.past_due?.length ?? 0) > 0
  const deadline = requirements?.current_deadline
  return {
    canBePaid,
    blockedBy: canBePaid ? null : blockOf(requirements?.disabled_reason ?? '', isAsked),
    answerBy: isAsked && deadline ? deadline * 1000 : null,
  }
}

function blockOf(reason: string, isAsked: boolean): PayeeAccount['blockedBy'] {
  if (reason.startsWith('rejected.')) return 'rejected'
  const isLookedAt = ['listed', 'under_review', 'platform_paused', 'requirements.pending_verification']
  return !isAsked && isLookedAt.includes(reason) ? 'review' : 'questions'
}

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

const isForbidden = (error: unknown) =>
  error instanceof Error && error.cause instanceof Stripe.errors.StripePermissionError
