import type { ApiProblem } from '#platform/api-problem.ts'

/** For `sends`: shows a wrong code as an error of the field `code`. */
export const wrongCodeThere = ({ code, message, issues }: ApiProblem) =>
  code === 'wrong_code' ? [{ path: 'code', message: message ?? 'That code is not correct.' }] : issues
