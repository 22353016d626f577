import { prepareStatements } from './prepared-statements.ts'

prepareStatements()
