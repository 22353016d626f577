import { createServer } from 'node:http'

/**
 * The one address to which the local payment processor sends events. Passes each to every region, as Stripe does with an endpoint for each,
 * and accepts it when a region knew the payment.
 * @param regions addresses of web processes by region
 * @returns its address, and each kind of event with the answers of all regions and how often
 */
export function startFront(port: number, regions: ReadonlyMap<string, string>) {
  const heard: Record<string, number> = {}
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const signature = String(request.headers['stripe-signature'])
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answers: string[] = []
    for (const url of regions.values()) {
      const answer = await fetch(`${url}/webhooks/payments`, { method: 'POST', headers, body })
      const said = (await answer.json()) as { outcome?: string; code?: string }
      answers.push(said.outcome ?? `${answer.status} ${said.code}`)
    }
    const { type } = JSON.parse(body.toString()) as { type: string }
    const line = `${type}: ${answers.toSorted().join(' and ')}`
    heard[line] = (heard[line] ?? 0) + 1
    response.writeHead(answers.some((one) => !/^(no_booking|\d.*)$/.test(one)) ? 200 : 503).end()
  })
  server.listen(port, '127.0.0.1')
  return { url: `http://127.0.0.1:${port}`, heard, close: () => server.close() }
}
