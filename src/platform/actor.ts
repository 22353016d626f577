/** What someone signed in as. A prospect is a coach-to-be who only looks. */
export type Role = 'student' | 'coach' | 'admin' | 'prospect'

/** Who is asking. Built on the server from the session alone; nothing a client sends can change it. */
export interface Actor {
  userId: string
  role: Role
  fullName: string
  email: string
  /** The admin behind an impersonation; both go to the audit log. */
  impersonatedBy?: string
}
