/** A process that passes on freed times again and again, for the drill that kills it. Answers on PORT once it is at work. */
import { createServer } from 'node:http'
import { createServices } from '#app/services.ts'
import { jobKinds } from '#app/worker.ts'
import { offerFreedTimes } from '#features/cancellation-list/commands.ts'
import { readEnv } from '#platform/env.ts'

const services = await createServices(readEnv(), { work: false })
await services.jobs.start(jobKinds)
createServer((_, response) => response.end('at work')).listen(Number(process.env.PORT), '127.0.0.1')
for (;;) await offerFreedTimes(services)
