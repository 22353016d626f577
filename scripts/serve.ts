import { serve } from './start/serve.ts'

/** Serves what is built against DATABASE_URL and prepares nothing: one web process, as an operator or a load drill starts it. */
await serve()
