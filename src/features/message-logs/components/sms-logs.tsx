import { MessageLog } from './message-log.tsx'

/** What was sent by text, and what waits for the morning. */
export const SmsLogs = () => <MessageLog channel="sms" />
