interface Transfer {
  id: string
  object: 'transfer'
  amount: number
  currency: string | null
  destination: string
  source_transaction: string | null
  transfer_group: string | null
  metadata: Record<string, string>
}

/** What Stripe holds against an account that was in order: https://docs.stripe.com/connect/handling-api-verification */
export interface Restriction {
  /** Such as `requirements.past_due`, `under_review` or `rejected.fraud`. */
  disabled_reason: string | null
  currently_due: string[]
  past_due: string[]
  /** Seconds since 1970, UTC. */
  current_deadline: number | null
}

interface Account {
  id: string
  email: string | null
  isReady: boolean
  restriction: Restriction | null
}

interface Reversal {
  id: string
  object: 'transfer_reversal'
  transfer: string
  amount: number
  metadata: Record<string, string>
}

/**
 * The part of the double that pays people: https://docs.stripe.com/api/accounts, /account_links, /transfers,
 * /transfer_reversals and what of /payment_intents leads to a charge.
 */
export function connectDouble(options: {
  id(prefix: string): string
  /** Sends an event, of a connected account when one is named. */
  emit(type: string, object: object, account?: string): void
  /** What the double throws to answer with a refusal. */
  refusal(status: number, message: string, code?: string): Error
  /** What was paid with a payment intent; undefined when there is none. */
  paidWith(paymentIntentId: string): number | undefined
}) {
  const { id, emit, refusal, paidWith } = options
  const accounts = new Map<string, Account>()
  const transfers: Transfer[] = []
  const reversals: Reversal[] = []
  const list = (url: string, data: object[]) => ({ object: 'list', data, has_more: false, url })
  const chargeOf = (paymentIntentId: string) => paymentIntentId.replace('pi_', 'ch_')
  /** An account that only must answer something by a day can be paid until then. */
  const canBePaid = ({ isReady, restriction }: Account) => isReady && !restriction?.disabled_reason
  const presented = (account: Account) => ({
    id: account.id,
    object: 'account',
    type: 'express',
    email: account.email,
    details_submitted: account.isReady,
    payouts_enabled: canBePaid(account),
    capabilities: { transfers: canBePaid(account) ? 'active' : 'inactive' },
    requirements: account.restriction ?? {
      disabled_reason: account.isReady ? null : 'requirements.past_due',
      currently_due: account.isReady ? [] : ['external_account', 'individual.verification.document'],
      past_due: [],
      current_deadline: null,
    },
  })

  function createAccount(form: URLSearchParams) {
    if (form.get('capabilities[transfers][requested]') !== 'true')
      throw refusal(400, 'You must request the transfers capability')
    const account: Account = { id: id('acct'), email: form.get('email'), isReady: false, restriction: null }
    accounts.set(account.id, account)
    return presented(account)
  }

  function createTransfer(form: URLSearchParams) {
    const destination = form.get('destination') ?? ''
    const amount = Number(form.get('amount'))
    const account = accounts.get(destination)
    if (!account) throw refusal(400, `No such destination: '${destination}'`, 'resource_missing')
    if (!canBePaid(account))
      throw refusal(
        400,
        'Your destination account needs to have at least one of the following capabilities enabled: transfers',
        'insufficient_capabilities_for_transfer',
      )
    if (!Number.isInteger(amount) || amount < 1)
      throw refusal(400, 'Invalid positive integer', 'parameter_invalid_integer')
    const source = form.get('source_transaction')
    const paid = source === null ? Number.POSITIVE_INFINITY : (paidWith(source.replace('ch_', 'pi_')) ?? 0)
    const sent = transfers.filter((one) => one.source_transaction === source)
    if (source && sent.reduce((sum, one) => sum + one.amount, amount) > paid)
      throw refusal(400, 'Transfers using this transaction as a source must not exceed the source amount')
    const transfer: Transfer = {
      id: id('tr'),
      object: 'transfer',
      amount,
      currency: form.get('currency'),
      destination,
      source_transaction: source,
      transfer_group: form.get('transfer_group'),
      metadata: {
        transfer_key: form.get('metadata[transfer_key]') ?? '',
        booking_id: form.get('metadata[booking_id]') ?? '',
      },
    }
    transfers.push(transfer)
    return transfer
  }

  function createReversal(transferId: string, form: URLSearchParams) {
    const transfer = transfers.find((one) => one.id === transferId)
    if (!transfer) throw refusal(404, `No such transfer: '${transferId}'`, 'resource_missing')
    const amount = Number(form.get('amount'))
    const before = reversals.filter((one) => one.transfer === transferId)
    if (before.reduce((sum, one) => sum + one.amount, amount) > transfer.amount)
      throw refusal(400, 'The reversal amount is greater than the unreversed amount of the transfer')
    const reversal: Reversal = {
      id: id('trr'),
      object: 'transfer_reversal',
      transfer: transferId,
      amount,
      metadata: { reversal_key: form.get('metadata[reversal_key]') ?? '' },
    }
    reversals.push(reversal)
    return reversal
  }

  return {
    /** Undefined for what is not about paying people. */
    answer(method: string, url: URL, form: URLSearchParams): object | undefined {
      const [, , resource, name = '', action] = url.pathname.split('/')
      const asked = `${method} ${resource}`
      if (asked === 'POST accounts') return createAccount(form)
      if (asked === 'POST account_links')
        return {
          object: 'account_link',
          url: `https://connect.stripe.com/setup/e/${form.get('account')}`,
          expires_at: 0,
        }
      if (asked === 'GET accounts') {
        const account = accounts.get(name)
        if (!account) throw refusal(404, `No such account: '${name}'`, 'resource_missing')
        return presented(account)
      }
      if (asked === 'GET payment_intents') {
        const paid = paidWith(name)
        if (paid === undefined) throw refusal(404, `No such payment_intent: '${name}'`, 'resource_missing')
        // The double's payers all have one card.
        const card = { brand: 'visa', last4: '4242', fingerprint: 'the-card-of-the-double' }
        const used = { id: name.replace('pi_', 'pm_'), object: 'payment_method', type: 'card', card }
        const isExpanded = url.searchParams.get('expand[0]') === 'payment_method'
        const payment_method = isExpanded ? used : used.id
        return {
          id: name,
          object: 'payment_intent',
          amount: paid,
          latest_charge: chargeOf(name),
          payment_method,
        }
      }
      if (resource !== 'transfers') return undefined
      if (action === 'reversals' && method === 'POST') return createReversal(name, form)
      if (action === 'reversals')
        return list(
          url.pathname,
          reversals.filter((one) => one.transfer === name),
        )
      if (method === 'POST') return createTransfer(form)
      return list(
        '/v1/transfers',
        transfers.filter((one) => one.transfer_group === url.searchParams.get('transfer_group')),
      )
    },
    /** The owner of an account answers everything that Stripe asked. */
    completeOnboarding(accountId: string) {
      const account = accounts.get(accountId)
      if (!account) return
      account.isReady = true
      emit('account.updated', presented(account), accountId)
    },
    /** Stripe wants something of an account that was in order, or with null is content again. */
    restrict(accountId: string, restriction: Restriction | null) {
      const account = accounts.get(accountId)
      if (!account) throw new Error(`no account ${accountId}`)
      account.restriction = restriction
      emit('account.updated', presented(account), accountId)
    },
  }
}
