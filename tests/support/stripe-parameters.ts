/**
 * What Stripe documents that a request may carry, as far as the product could want it, and what it must: like Stripe, the
 * double refuses everything else. Names as they travel, with `[]` for a position in a list and `*` for a key of metadata.
 */
const documented: { request: RegExp; page: string; required: string[]; optional: string[] }[] = [
  {
    request: /^POST \/v1\/checkout\/sessions$/,
    page: 'https://docs.stripe.com/api/checkout/sessions/create',
    required: ['mode', 'success_url', 'line_items[][quantity]'],
    optional: [
      'adaptive_pricing[enabled]',
      'allowed_payment_method_types[]',
      'cancel_url',
      'client_reference_id',
      'customer',
      'custom_text[submit][message]',
      'customer_email',
      'expires_at',
      'line_items[][price_data][currency]',
      'line_items[][price_data][product_data][description]',
      'line_items[][price_data][product_data][name]',
      'line_items[][price_data][unit_amount]',
      'metadata[*]',
      'payment_intent_data[description]',
      'payment_intent_data[metadata][*]',
      'saved_payment_method_options[payment_method_remove]',
      'saved_payment_method_options[payment_method_save]',
    ],
  },
  {
    request: /^POST \/v1\/customers$/,
    page: 'https://docs.stripe.com/api/customers/create',
    required: [],
    optional: ['email', 'metadata[*]', 'name'],
  },
  {
    request: /^POST \/v1\/customers\/[^/]+$/,
    page: 'https://docs.stripe.com/api/customers/update',
    required: [],
    optional: ['email', 'metadata[*]', 'name'],
  },
  {
    request: /^POST \/v1\/payment_methods\/[^/]+\/detach$/,
    page: 'https://docs.stripe.com/api/payment_methods/detach',
    required: [],
    optional: [],
  },
  {
    request: /^POST \/v1\/checkout\/sessions\/[^/]+\/expire$/,
    page: 'https://docs.stripe.com/api/checkout/sessions/expire',
    required: [],
    optional: [],
  },
  {
    request: /^POST \/v1\/refunds$/,
    page: 'https://docs.stripe.com/api/refunds/create',
    required: [],
    optional: ['amount', 'charge', 'metadata[*]', 'payment_intent', 'reason'],
  },
  {
    request: /^POST \/v1\/transfers$/,
    page: 'https://docs.stripe.com/api/transfers/create',
    required: ['currency', 'destination'],
    optional: ['amount', 'description', 'metadata[*]', 'source_transaction', 'transfer_group'],
  },
  {
    request: /^POST \/v1\/transfers\/[^/]+\/reversals$/,
    page: 'https://docs.stripe.com/api/transfer_reversals/create',
    required: [],
    optional: ['amount', 'description', 'metadata[*]', 'refund_application_fee'],
  },
  {
    request: /^POST \/v1\/accounts$/,
    page: 'https://docs.stripe.com/api/accounts/create',
    required: [],
    optional: [
      'business_type',
      'capabilities[transfers][requested]',
      'country',
      'email',
      'metadata[*]',
      'type',
    ],
  },
  {
    request: /^POST \/v1\/account_links$/,
    page: 'https://docs.stripe.com/api/account_links/create',
    required: ['account', 'type'],
    optional: ['collection_options[fields]', 'refresh_url', 'return_url'],
  },
  {
    request: /^POST \/v1\/webhook_endpoints$/,
    page: 'https://docs.stripe.com/api/webhook_endpoints/create',
    required: ['enabled_events[]', 'url'],
    optional: ['api_version', 'connect', 'description', 'metadata[*]'],
  },
  {
    request: /^POST \/v1\/webhook_endpoints\/[^/]+$/,
    page: 'https://docs.stripe.com/api/webhook_endpoints/update',
    required: [],
    optional: ['description', 'disabled', 'enabled_events[]', 'metadata[*]', 'url'],
  },
]

/** Why Stripe would refuse these parameters; null when it would not. */
export function parameterProblem(method: string, path: string, form: URLSearchParams): string | null {
  if (method !== 'POST') return null
  const known = documented.find(({ request }) => request.test(`${method} ${path}`))
  if (!known) return `Unrecognized request URL (${method}: ${path})`
  const names = [...form.keys()].map((name) =>
    name.replace(/\[\d+\]/g, '[]').replace(/(metadata\]?)\[[^\]]+\]/g, '$1[*]'),
  )
  const unknown = names.find((name) => ![...known.required, ...known.optional].includes(name))
  if (unknown) return `Received unknown parameter: ${unknown}; see ${known.page}`
  const missing = known.required.find((name) => !names.includes(name))
  return missing ? `Missing required param: ${missing}; see ${known.page}` : null
}
