import type pg from 'pg'
import { letters } from '#app/letters/letters.ts'

/** The placeholder names in double braces in these texts, without duplicates, in order of appearance. */
export function placeholdersIn(...texts: string[]): string[] {
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ''))),
  ]
}

/**
 * Copies the features' emails and texts into the template tables. Adds missing templates and updates those whose text is unchanged since an
 * earlier version of the product. Templates edited by an admin are never changed.
 */
export async function loadTemplates(client: pg.ClientBase): Promise<void> {
  for (const { key, email, text } of letters) {
    if (email)
      await client.query(
        `insert into email_templates as t (template_key, template_name, subject, html_content, variables, shipped_digest)
         values ($1, $2, $3, $4, $5, md5($3::text || $4::text))
         on conflict (template_key) do update set template_name = excluded.template_name, subject = excluded.subject,
           html_content = excluded.html_content, variables = excluded.variables, shipped_digest = excluded.shipped_digest
         where t.shipped_digest = md5(t.subject || t.html_content) and t.shipped_digest <> excluded.shipped_digest`,
        [key, email.name, email.subject, email.html, placeholdersIn(email.subject, email.html)],
      )
    if (text)
      await client.query(
        `insert into sms_templates as t (template_key, template_name, message_content, variables, shipped_digest)
         values ($1, $2, $3, $4, md5($3::text))
         on conflict (template_key) do update set template_name = excluded.template_name,
           message_content = excluded.message_content, variables = excluded.variables, shipped_digest = excluded.shipped_digest
         where t.shipped_digest = md5(t.message_content) and t.shipped_digest <> excluded.shipped_digest`,
        [key, text.name, text.message, placeholdersIn(text.message)],
      )
  }
}
