import type { ApiProblem } from '#platform/api-problem.ts'

/** For `sends`: says beside the field `code` that its code does not fit. */
export const wrongCodeThere = ({ code, message, issues }: ApiProblem) =>
  code === 'wrong_code' ? [{ path: 'code', message: message ?? 'That code is not correct.' }] : issues
