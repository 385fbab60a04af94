// Tests that need a Redis server of their own (tools/servers/redis-server.ts).
import { describeWhere, findMissing } from './describe-where.ts'

/** `describeWhere` there is a redis-server, and whatever else is needed. */
export function describeWithRedis(
  name: string,
  body: () => void,
  alsoNeeded: readonly string[] = [],
): void {
  describeWhere(findMissing(['redis-server', ...alsoNeeded]), name, body)
}
