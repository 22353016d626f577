import { type SQL, sql } from 'drizzle-orm'
import { coachPictures } from '#features/coaches/tables.ts'
import { contains } from '#platform/list-page.ts'
import type { AdminList } from '#ports/services.ts'
import { credentialRequests as checks, importedReviews as reviews } from '../tables.ts'

const nameOf = (id: SQL) => sql`(select p.full_name from profiles p where p.id = ${id})`

/** Certificates that coaches submitted for verification, including open requests. */
export const certificateList: AdminList = {
  name: 'certificates',
  noun: ['certificate', 'certificates'],
  from: sql`${checks}`,
  id: sql`${checks.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Requested',
      kind: 'instant',
      value: sql`${checks.createdAt}`,
      sort: true,
      filter: true,
    },
    status: {
      label: 'Status',
      kind: 'choice',
      value: sql`${checks.status}`,
      options: [
        { value: 'asked', label: 'Waiting' },
        { value: 'checked', label: 'Checked' },
        { value: 'refused', label: 'Refused' },
      ],
      filter: true,
    },
    coach: { label: 'Coach', kind: 'text', value: nameOf(sql`${checks.instructorId}`) },
    credential: { label: 'Certificate', kind: 'text', value: sql`${checks.credential}`, filter: true },
    note: { label: 'Note', kind: 'text', isLong: true, value: sql`${checks.note}` },
    refusal: { label: 'Why refused', kind: 'text', value: sql`${checks.refusal}`, minor: true },
    answeredBy: {
      label: 'Answered by',
      kind: 'text',
      value: nameOf(sql`${checks.answeredBy}`),
      fileOnly: true,
    },
    answeredAt: { label: 'Answered', kind: 'instant', value: sql`${checks.answeredAt}`, minor: true },
    documentUrl: {
      label: 'Document',
      kind: 'text',
      value: sql`(select d.url from ${coachPictures} d where d.id = ${checks.documentId})`,
      hidden: true,
    },
    coachId: { label: 'Coach', kind: 'text', value: sql`${checks.instructorId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Coach or certificate',
    matches: (words) =>
      sql`${contains(sql`${checks.credential}`, words)} or ${contains(nameOf(sql`${checks.instructorId}`), words)}`,
  },
}

/** Reviews that coaches imported. */
export const importedReviewList: AdminList = {
  name: 'imported-reviews',
  noun: ['review', 'reviews'],
  from: sql`${reviews}`,
  id: sql`${reviews.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Imported',
      kind: 'instant',
      value: sql`${reviews.createdAt}`,
      sort: true,
      filter: true,
    },
    status: {
      label: 'Status',
      kind: 'choice',
      value: sql`${reviews.status}`,
      options: [
        { value: 'asked', label: 'Waiting' },
        { value: 'approved', label: 'Shown' },
        { value: 'refused', label: 'Refused' },
      ],
      filter: true,
    },
    coach: { label: 'Coach', kind: 'text', value: nameOf(sql`${reviews.instructorId}`) },
    author: { label: 'Written by', kind: 'text', value: sql`${reviews.author}` },
    rating: { label: 'Stars', kind: 'number', value: sql`${reviews.rating}`, filter: true },
    body: { label: 'Review', kind: 'text', isLong: true, value: sql`${reviews.body}` },
    source: { label: 'Source', kind: 'text', value: sql`${reviews.source}`, minor: true },
    refusal: { label: 'Why refused', kind: 'text', value: sql`${reviews.refusal}`, minor: true },
    answeredAt: { label: 'Answered', kind: 'instant', value: sql`${reviews.answeredAt}`, minor: true },
    coachId: { label: 'Coach', kind: 'text', value: sql`${reviews.instructorId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Coach, author or source',
    matches: (words) =>
      sql`${contains(sql`${reviews.author}`, words)} or ${contains(sql`${reviews.source}`, words)}
        or ${contains(nameOf(sql`${reviews.instructorId}`), words)}`,
  },
}
