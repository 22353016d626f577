import { prepareTestCluster } from './cluster.ts'

/** Runs once before all tests: the cluster's address goes to the workers through the environment. */
export default async function setup() {
  const cluster = await prepareTestCluster()
  process.env.TEST_ADMIN_URL = cluster.adminUrl
  process.env.TEST_TEMPLATE = cluster.template
  return cluster.stop
}
