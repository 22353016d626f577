import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { OwnAccount } from './schema.ts'

/** @throws AppError no_such_account */
export async function getOwnAccount(db: Queryable, userId: string): Promise<OwnAccount> {
  const found = await db.execute<{
    full_name: string
    email: string
    email_verified: boolean
    phone: string | null
    city: string | null
    has_password: boolean
  }>(sql`
    select full_name, email, email_verified, phone, city, exists (
      select from credentials where user_id = p.id and provider_id = 'credential' and password is not null) as has_password
    from profiles p where id = ${userId}::uuid and closed_at is null`)
  const row = found.rows[0]
  if (!row) throw new AppError('not_found', 'no_such_account', 'This account does not exist any more.')
  return {
    name: row.full_name,
    email: row.email,
    isEmailVerified: row.email_verified,
    phone: row.phone ?? '',
    city: row.city ?? '',
    hasPassword: row.has_password,
  }
}
