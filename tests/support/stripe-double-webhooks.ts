interface Endpoint {
  id: string
  object: 'webhook_endpoint'
  url: string
  api_version: string | null
  enabled_events: string[]
  status: 'enabled' | 'disabled'
  metadata: Record<string, string>
}

/** The part of the double that keeps webhook endpoints, and says whose account it is: https://docs.stripe.com/api/webhook_endpoints */
export function webhookEndpointsDouble(options: {
  id(prefix: string): string
  /** What the double throws for what it does not have. */
  refusal(message: string): Error
}) {
  const undelivered: object[] = []
  const endpoints: (Endpoint & { isOfConnect: boolean; secret: string })[] = []
  /** Stripe shows the secret once, and never says whether one is of Connect. */
  const presented = ({ isOfConnect: _, secret: __, ...endpoint }: (typeof endpoints)[number]) => endpoint
  const eventsIn = (form: URLSearchParams) =>
    [...form].filter(([name]) => name.startsWith('enabled_events')).map(([, event]) => event)

  function create(form: URLSearchParams) {
    const endpoint = {
      id: options.id('we'),
      object: 'webhook_endpoint' as const,
      url: form.get('url') ?? '',
      api_version: form.get('api_version'),
      enabled_events: eventsIn(form),
      status: 'enabled' as const,
      metadata: metadataIn(form),
      isOfConnect: form.get('connect') === 'true',
      secret: options.id('whsec'),
    }
    endpoints.push(endpoint)
    return { ...presented(endpoint), secret: endpoint.secret }
  }

  return {
    endpoints,
    /** Events that no endpoint took. */
    undelivered,
    answer(method: string, url: URL, form: URLSearchParams): object | undefined {
      if (method === 'GET' && url.pathname === '/v1/account')
        return { id: 'acct_platform', object: 'account', charges_enabled: true, payouts_enabled: true }
      const [, , resource, name] = url.pathname.split('/')
      if (method === 'GET' && resource === 'events')
        return { object: 'list', data: undelivered, has_more: false, url: url.pathname }
      if (resource !== 'webhook_endpoints') return undefined
      if (!name)
        return method === 'POST'
          ? create(form)
          : { object: 'list', data: endpoints.map(presented), has_more: false, url: url.pathname }
      const endpoint = endpoints.find(({ id }) => id === name)
      if (!endpoint) throw options.refusal(`No such webhook endpoint: '${name}'`)
      if (method === 'DELETE') {
        endpoints.splice(endpoints.indexOf(endpoint), 1)
        return { id: name, object: 'webhook_endpoint', deleted: true }
      }
      const events = eventsIn(form)
      if (events.length > 0) endpoint.enabled_events = events
      const disabled = form.get('disabled')
      if (disabled !== null) endpoint.status = disabled === 'true' ? 'disabled' : 'enabled'
      return presented(endpoint)
    },
  }
}

const metadataIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return key ? [[key, value]] : []
    }),
  )
