interface Customer {
  id: string
  object: 'customer'
  email: string | null
  metadata: Record<string, string>
}

interface PaymentMethod {
  id: string
  object: 'payment_method'
  type: 'card'
  customer: string | null
  allow_redisplay: 'always'
  card: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint: string }
}

interface Options {
  id: (prefix: string) => string
  refusal: (status: number, message: string, error?: { code: string; param?: string }) => Error
}

/** Customers and their saved cards, with the errors of https://docs.stripe.com/api/customers and /api/payment_methods. */
export function customersDouble({ id, refusal }: Options) {
  const customers = new Map<string, Customer>()
  const methods: PaymentMethod[] = []

  /** @param param the parameter that names the customer; omitted for one in the path */
  function getCustomer(customerId: string, param?: string): Customer {
    const customer = customers.get(customerId)
    if (!customer)
      throw refusal(param ? 400 : 404, `No such customer: '${customerId}'`, {
        code: 'resource_missing',
        param: param ?? 'id',
      })
    return customer
  }

  function getMethod(methodId: string, customerId?: string): PaymentMethod {
    const method = methods.find((one) => one.id === methodId)
    if (!method || (customerId && method.customer !== customerId))
      throw refusal(404, `No such PaymentMethod: '${methodId}'`, { code: 'resource_missing' })
    return method
  }

  function answerCustomers(method: string, path: string[], form: URLSearchParams): object | undefined {
    const [customerId, resource, methodId] = path
    if (!customerId) {
      if (method === 'GET')
        return { object: 'list', data: [...customers.values()], has_more: false, url: '/v1/customers' }
      const key = form.get('metadata[customer_key]')
      const customer: Customer = {
        id: id('cus'),
        object: 'customer',
        email: form.get('email'),
        metadata: key ? { customer_key: key } : {},
      }
      customers.set(customer.id, customer)
      return { ...customer }
    }
    const customer = getCustomer(customerId)
    if (resource === 'payment_methods') {
      if (methodId) return getMethod(methodId, customerId)
      const data = methods.filter((one) => one.customer === customerId).toReversed()
      return { object: 'list', data, has_more: false, url: `/v1/customers/${customerId}/payment_methods` }
    }
    if (method === 'DELETE') {
      customers.delete(customerId)
      for (const one of methods) if (one.customer === customerId) one.customer = null
      return { id: customerId, object: 'customer', deleted: true }
    }
    if (method === 'POST') customer.email = form.get('email') ?? customer.email
    return { ...customer }
  }

  return {
    answer(method: string, url: URL, form: URLSearchParams): object | undefined {
      const [, , resource, ...path] = url.pathname.split('/')
      if (resource === 'customers') return answerCustomers(method, path, form)
      if (resource !== 'payment_methods' || method !== 'POST' || path[1] !== 'detach') return undefined
      const saved = getMethod(path[0] ?? '')
      if (saved.customer === null)
        throw refusal(400, 'The payment method you provided is not attached to a customer')
      saved.customer = null
      return saved
    },
    getCustomer,
    getMethod,
    /** Keeps the card that a payer typed on the page. */
    keep(customerId: string, card: PaymentMethod['card']) {
      methods.push({
        id: id('pm'),
        object: 'payment_method',
        type: 'card',
        customer: customerId,
        allow_redisplay: 'always',
        card,
      })
    },
    /** All customers, with their addresses. */
    list: () => [...customers.values()].map(({ id: customerId, email }) => ({ customerId, email })),
  }
}
