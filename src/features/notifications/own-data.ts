import { type SQL, sql } from 'drizzle-orm'
import {
  byOwnAddress,
  isTheirs,
  NOBODY,
  namesLeaver,
  type OwnData,
  readParts,
  withoutNames,
} from '#platform/own-data.ts'
import { toIso } from '#platform/time.ts'

/** Removes the content of an email; the shared wording contains no data about people. */
const noHtml = sql`html_content = null, wording = null, wording_values = null, html_digest = null`

export const notificationsOwnData: OwnData = {
  erase(leaver, isAboutThem) {
    const id = sql`${leaver.userId}::uuid`
    const isNamed = (text: SQL) => namesLeaver(text, leaver)
    const renamed = (text: SQL) => withoutNames(text, leaver)
    return [
      sql`update email_logs set recipient_email = ${`deleted-${leaver.userId}@deleted.invalid`}, recipient_name = ${NOBODY},
        subject = template_key, metadata = '{}', error_message = null, job = null, provider_id = null, delivery_note = null,
        ${noHtml} where ${isTheirs(leaver, sql`user_id`, sql`recipient_email`)}`,
      // Removes the names from messages to other people. Limited to messages about this person's own data,
      // because names are not unique and could be common words such as "You".
      sql`update email_logs set subject = ${renamed(sql`subject`)}, job = null, ${noHtml}
        where (${isNamed(sql`subject`)} or html_content is not null or wording is not null or job is not null) and ${isAboutThem(sql`coalesce(dedupe_key, '') || metadata::text`)}`,
      sql`update sms_logs set message_content = ${renamed(sql`message_content`)}, job = null
        where (${isNamed(sql`message_content`)} or job is not null) and ${isAboutThem(sql`coalesce(dedupe_key, '') || metadata::text`)}`,
      sql`delete from notifications where user_id = ${id}`,
      sql`update notifications set title = ${renamed(sql`title`)}, body = ${renamed(sql`body`)}
        where ${isNamed(sql`(title || ' ' || coalesce(body, ''))`)} and ${isAboutThem(sql`business_key || ' ' || href`)}`,
      sql`update sms_logs set recipient_phone = '', recipient_name = ${NOBODY}, message_content = template_key, metadata = '{}',
        error_message = null, job = null, provider_id = null, delivery_note = null where user_id = ${id}`,
      sql`delete from push_logs where user_id = ${id}`,
      sql`update push_logs set title = ${renamed(sql`title`)}
        where ${isNamed(sql`title`)} and ${isAboutThem(sql`dedupe_key`)}`,
      sql`delete from push_subscriptions where user_id = ${id}`,
      sql`delete from notification_preferences where user_id = ${id}`,
      sql`delete from suppressed_addresses where ${isTheirs(leaver, sql`null::uuid`, sql`email`)}`,
      sql`delete from address_subscriptions where ${isTheirs(leaver, sql`null::uuid`, sql`email`)}`,
      sql`delete from notification_settings where user_id = ${id}`,
      sql`delete from phone_codes where user_id = ${id}`,
      // Texts received from their verified numbers, except STOP.
      sql`delete from sms_inbound i using sms_consents c where c.user_id = ${id} and c.is_proved and c.phone = i.phone
        and i.received_at >= c.said_at and i.meaning <> 'stop'`,
      // A phone that texted STOP stays stopped permanently, regardless of its owner; the remaining row no
      // longer refers to a person.
      sql`delete from sms_consents where user_id = ${id} and source <> 'text_message'`,
      sql`update sms_consents set user_id = null, ip_address = null where user_id = ${id}`,
    ]
  },

  endAccess({ userId, keepPush, now }) {
    const id = sql`${userId}::uuid`
    return [
      {
        name: 'notifications in browsers',
        statement: sql`delete from push_subscriptions where user_id = ${id} and endpoint is distinct from ${keepPush}`,
      },
      { name: null, statement: sql`delete from phone_codes where user_id = ${id}` },
      {
        name: 'text messages',
        // Applies to every verified number: a later START from it must not enable texts again.
        statement: sql`insert into sms_consents (user_id, phone, action, source, wording, said_at)
          select ${id}, phone, 'withdrawn', 'signed_out_everywhere', 'Signed out everywhere', ${toIso(now)}::timestamptz
          from sms_consents c where user_id = ${id} group by phone
          having coalesce(max(id) filter (where is_proved), 0) > coalesce(max(id) filter (where source = 'signed_out_everywhere'), 0)`,
      },
    ]
  },

  export: (db, id) =>
    readParts(db, {
      emails_we_sent: sql`
        select l.template_key, l.recipient_email, l.subject, l.status, l.delivery, l.sent_at from email_logs l
        where l.user_id = ${id} or ${byOwnAddress(sql`l.user_id`, sql`l.recipient_email`, id)} order by l.created_at, l.dedupe_key`,
      texts_we_sent: sql`
        select template_key, recipient_phone, message_content, status, delivery, sent_at from sms_logs where user_id = ${id}
        order by created_at, dedupe_key`,
      texts_you_sent_us: sql`
        select i.phone, i.message, i.received_at from sms_inbound i where i.received_at >= (
          select min(c.said_at) from sms_consents c where c.user_id = ${id} and c.is_proved and c.phone = i.phone)
        order by i.received_at`,
      push_notifications_we_sent: sql`
        select kind, title, status, sent_at from push_logs where user_id = ${id} order by created_at, id`,
      notifications: sql`
        select kind, title, body, read_at, created_at from notifications where user_id = ${id} order by created_at, id`,
      what_you_want_to_be_told: sql`
        select kind, channel, enabled, updated_at from notification_preferences where user_id = ${id} order by kind, channel`,
      addresses_we_write_to: sql`
        select a.email, a.kind, a.stopped_at, a.created_at from address_subscriptions a
        where ${byOwnAddress(sql`null::uuid`, sql`a.email`, id)} order by a.created_at, a.id`,
      addresses_we_send_nothing_to: sql`
        select s.email, s.reason, s.since, s.lifted_at from suppressed_addresses s
        where ${byOwnAddress(sql`null::uuid`, sql`s.email`, id)} order by s.since, s.id`,
      quiet_hours: sql`
        select time_zone, quiet_from as from_minute, quiet_until as until_minute, updated_at from notification_settings
        where user_id = ${id}`,
      consents_to_texts: sql`
        select phone, action, source, wording, ip_address, said_at from sms_consents where user_id = ${id} order by id`,
      browsers_with_push: sql`
        select device, created_at from push_subscriptions where user_id = ${id} order by created_at`,
    }),
}
