import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { messageStatusWords } from '#features/notifications/message-status.ts'
import { escapeHtml } from '#features/notifications/template.ts'
import { adminTimelineWords } from '#features/payouts/timeline-admin-words.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatLesson, formatMoment, toIso } from '#platform/time.ts'
import { countOf } from '#platform/words.ts'
import { disputeBadges, disputeReasonLabels } from '../dispute.ts'
import type { Evidence, evidencePackSchema } from './schema.ts'

/**
 * The evidence of a dispute as one file that opens everywhere, with times of the lesson's place, and the checksum of its bytes.
 * @param now milliseconds since 1970, UTC
 */
export function evidencePack(evidence: Evidence, now: number): z.infer<typeof evidencePackSchema> {
  const html = packHtml(evidence, now)
  return {
    fileName: `dispute-${evidence.lesson?.bookingNumber ?? 'purchase'}-${evidence.dispute.id.slice(0, 8)}.html`,
    html,
    sha256: createHash('sha256').update(html, 'utf8').digest('hex'),
  }
}

type Row = readonly [string, string | null]

function packHtml({ dispute, lesson, money, ...rest }: Evidence, now: number): string {
  const zone = lesson?.zone ?? 'UTC'
  const subject = lesson ? `booking ${lesson.bookingNumber}` : dispute.lessonTitle
  const at = (instant: string | null) =>
    instant === null ? null : formatMoment(instant, zone, { year: true })
  const { paidCents, owedBackCents, keptCents } = money.ofPackage ?? money
  const parts = [
    facts('The dispute', [
      ['Reason', disputeReasonLabels[dispute.reason]],
      ['Status', disputeBadges[dispute.status].label],
      ['Amount in question', formatMoney(dispute.amountCents)],
      ['Opened', at(dispute.createdAt)],
      ['Opened by', dispute.source === 'student' ? 'The student' : 'The payer’s bank'],
      ['Settled', at(dispute.resolvedAt)],
      ['Student', `${dispute.studentName}, ${dispute.studentEmail}`],
      ['Coach', dispute.instructorName && `${dispute.instructorName}, ${dispute.instructorEmail}`],
    ]),
    facts('What both sides say', [
      ['The student', dispute.details ?? 'Nothing'],
      [
        'The coach',
        dispute.coachAnswer
          ? `${dispute.coachAnswer}\n(${at(dispute.coachAnsweredAt)})`
          : dispute.instructorName && 'Has not answered yet',
      ],
    ]),
    lesson
      ? facts('The lesson', [
          ['Booking number', lesson.bookingNumber],
          ['What', dispute.lessonTitle],
          ['Who plays', lesson.playedBy],
          ['When', formatLesson(lesson.start, lesson.durationMinutes, zone)],
          ['Where', lesson.place],
          ['Booked', at(lesson.bookedAt)],
          ['Completed', at(lesson.completedAt)],
          ['Cancelled', at(lesson.cancelledAt)],
          ['The student came', lesson.noShow ? 'No, by the coach’s word' : null],
          ['Terms as booked', lesson.terms],
          ['In dates', lesson.termsInDates],
        ])
      : facts('The purchase', [['What', dispute.lessonTitle]]),
    list(
      'Moved',
      rest.moves.map(
        (move) =>
          `${at(move.at)}: by the ${move.by}, ${move.from === move.to ? 'to another place at the same time' : `from ${at(move.from)} to ${at(move.to)}`}`,
      ),
    ),
    facts('The money', [
      ['Paid', formatMoney(paidCents)],
      ...money.priceLines.map(({ label, cents }): [string, string] => [label, formatMoney(cents)]),
      ['Given back', formatMoney(owedBackCents)],
      ['Left', formatMoney(keptCents)],
    ]),
    list(
      'Every movement of it',
      money.timeline.map(
        (item) => `${at(item.at)}: ${adminTimelineWords[item.kind]}, ${formatMoney(item.amountCents)}`,
      ),
    ),
    list(
      'What we sent them about this lesson',
      rest.letters.map(
        (sent) =>
          `${at(sent.at)}: ${sent.channel} to ${sent.to} (${messageStatusWords[sent.status]}): ${sent.words}`,
      ),
    ),
    list(
      'What they wrote to each other around it',
      rest.messages.map(
        (said) =>
          `${at(said.at)}, ${said.from === 'assistant' ? `the assistant of ${said.name}` : said.name}: ${said.content}${said.files > 0 ? ` [${countOf(said.files, 'file')}]` : ''}`,
      ),
      rest.moreMessages > 0
        ? `${countOf(rest.moreMessages, 'earlier message')} ${rest.moreMessages === 1 ? 'is' : 'are'} not listed.`
        : null,
    ),
    list(
      'How it was handled',
      rest.history.map(
        (change) =>
          `${at(change.at)}: ${change.by ?? 'the payer’s bank'}: ${disputeBadges[change.from].label} to ${disputeBadges[change.to].label}${change.refundCents > 0 ? `, ${formatMoney(change.refundCents)} refunded` : ''}${change.notes ? `. ${change.notes}` : ''}`,
      ),
    ),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Evidence: ${escapeHtml(lesson?.bookingNumber ?? dispute.lessonTitle)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1b1f1d}h1{font-size:1.6rem}
h2{font-size:1.15rem;margin-top:2rem;border-bottom:1px solid #ddd}dl{display:grid;grid-template-columns:12rem 1fr;gap:.35rem 1rem}
dt{color:#5a625d}dd,li{margin:0;white-space:pre-line;overflow-wrap:anywhere}li{margin-bottom:.5rem}</style></head>
<body><h1>Evidence for ${escapeHtml(subject)}</h1>
<p>Made by ${escapeHtml(siteName)} on ${escapeHtml(formatMoment(now, zone, { year: true }))} (${toIso(now)}). Times are ${lesson ? 'those of the lesson’s place' : 'in UTC'}.</p>
${parts.join('\n')}
</body></html>
`
}

const facts = (title: string, rows: readonly Row[]): string =>
  `<h2>${escapeHtml(title)}</h2><dl>${rows
    .filter((row): row is readonly [string, string] => row[1] !== null)
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(value)}</dd>`)
    .join('')}</dl>`

const list = (title: string, lines: readonly string[], more: string | null = null): string =>
  `<h2>${escapeHtml(title)}</h2>${
    lines.length > 0
      ? `<ol>${lines.map((line) => `<li dir="auto">${escapeHtml(line)}</li>`).join('')}</ol>`
      : '<p>Nothing.</p>'
  }${more ? `<p>${escapeHtml(more)}</p>` : ''}`
