import cluster from 'node:cluster'
import { prepareServer } from './start/prepare.ts'
import { serve } from './start/serve.ts'

/** `npm start`: everything from an empty folder to a served page. See README. */
async function main() {
  if (cluster.isWorker) return await serve()
  const prepared = await prepareServer()
  const processes = Number(process.env.WEB_CONCURRENCY ?? 1)
  let stopping = false
  const stopAll = async () => {
    if (stopping) return
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    await Promise.all(
      Object.values(cluster.workers ?? {}).map((worker) => new Promise((done) => worker?.once('exit', done))),
    )
    await prepared.stop()
    process.exit(0)
  }
  if (processes > 1) {
    cluster.on('exit', () => !stopping && cluster.fork())
    for (let i = 0; i < processes; i++) cluster.fork()
    process.on('SIGTERM', stopAll)
    process.on('SIGINT', stopAll)
  } else {
    await serve(prepared.stop)
  }
  prepared.announce()
}

main().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
