import { createFileRoute, redirect } from '@tanstack/react-router'
import { whereInsteadOfAdmin } from './rules.ts'

/** Admins only; the procedures behind these pages check it again. */
export const Route = createFileRoute('/_shell/_admin')({
  beforeLoad: ({ context }) => {
    const elsewhere = whereInsteadOfAdmin(context.me)
    if (elsewhere) throw redirect(elsewhere)
  },
})
