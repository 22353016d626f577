import { openLoadDatabase } from '/tmp/wt-speed/tests/load/support/load-database.ts'
import { startServer } from '/tmp/wt-speed/tests/load/support/server.ts'

const db = await openLoadDatabase(process.env.DBN ?? 'coaches_1200', {
  coaches: Number(process.env.COACHES ?? 1200),
  poolSize: 1,
})
const s = await startServer({
  databaseUrl: db.url,
  port: Number(process.env.P ?? 3177),
  env: JSON.parse(process.env.E ?? '{}'),
})
console.log('up', s.url, s.pid)
process.on('SIGTERM', async () => {
  await s.stop()
  await db.close()
  process.exit(0)
})
setInterval(() => {}, 1e6)
