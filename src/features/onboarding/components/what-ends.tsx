import { Alert } from '#ui/alert.tsx'

/** Tells a student what going live ends, and what stays. */
export function WhatEnds() {
  return (
    <Alert title="Your student account becomes a coach’s account">
      It cannot book or buy lessons. Your saved cards are deleted, open proposals end, you leave all waiting
      lists, and your coaches no longer show your measured progress. Your golfers and the clips that you share
      stay: you find them in Account settings, where you can also withdraw your consent.
    </Alert>
  )
}
