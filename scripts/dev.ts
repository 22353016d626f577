import { createServer } from 'vite'
import { prepareDevelopment } from './start/prepare.ts'

/** `npm run dev`: the same database and data, served by Vite with hot reload. */
const { stop, announce } = await prepareDevelopment()
const vite = await createServer({
  server: { port: Number(process.env.PORT), host: process.env.HOST ?? 'localhost', strictPort: true },
})
await vite.listen()
announce()
const shutDown = async () => {
  await vite.close()
  await stop()
  process.exit(0)
}
process.on('SIGINT', shutDown)
process.on('SIGTERM', shutDown)
