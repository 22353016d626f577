import { prepareTestCluster } from './cluster.ts'
import { drawTestNow } from './now.ts'

/** Runs once before all tests: the cluster's address and the instant they start at go to the workers through the environment. */
export default async function setup() {
  process.env.TEST_NOW ??= drawTestNow()
  console.log(`Tests start at TEST_NOW=${process.env.TEST_NOW}`)
  const cluster = await prepareTestCluster()
  process.env.TEST_ADMIN_URL = cluster.adminUrl
  process.env.TEST_TEMPLATE = cluster.template
  return cluster.stop
}
