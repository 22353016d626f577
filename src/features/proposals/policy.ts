import { AppError } from '#platform/errors.ts'

/** Thrown for proposals that do not exist and for users who are not one of the proposal's two people. */
export const noSuchProposal = () =>
  new AppError('not_found', 'no_such_proposal', 'There is no such proposal.')

export const noSuchPackage = () => new AppError('not_found', 'no_such_package', 'There is no such package.')
