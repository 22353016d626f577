/** A process that only works off jobs, for drills that kill it. Answers on PORT once it is at work. */
import { createServer } from 'node:http'
import { createServices } from '#app/services.ts'
import { jobKinds, startWorker } from '#app/worker.ts'
import { readEnv } from '#platform/env.ts'

const services = await createServices(readEnv(), { work: true })
await services.jobs.start(jobKinds)
await startWorker(services)
createServer((_, response) => response.end('at work')).listen(Number(process.env.PORT), '127.0.0.1')
