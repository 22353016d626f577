import { supportClient } from '../client.ts'

/** One question with its answers. Apart from what draws it: the router's first script names it. */
export const ticketQuery = (ticketId: string) =>
  supportClient.ticket.queryOptions({ input: { ticketId }, staleTime: 0 })
