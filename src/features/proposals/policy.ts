import { AppError } from '#platform/errors.ts'

/** What strangers are told, and everybody about a proposal that is not there: only its two people see it. */
export const noSuchProposal = () =>
  new AppError('not_found', 'no_such_proposal', 'There is no such proposal.')

export const noSuchPackage = () => new AppError('not_found', 'no_such_package', 'There is no such package.')
