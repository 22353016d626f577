import { userList } from '#features/accounts/admin-list.ts'
import { auditList } from '#features/back-office/audit-list.ts'
import { emailLogList, smsLogList } from '#features/message-logs/log-lists.ts'
import type { AdminList } from '#ports/services.ts'

/** Every list of the back office, as the features declare them. */
export const adminLists: readonly AdminList[] = [userList, auditList, emailLogList, smsLogList]
