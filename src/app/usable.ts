// Looks at the database for a command that runs once: where it cannot be used the command ends, while a gateway would retry.
import { StartError } from '../core/start-error.ts'
import { nameOf, type Address, type Addresses } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import { openDatabase } from '../database/open.ts'
import { sentenceOf } from '../database/servers/within.ts'
import type { Config } from '../settings/config.ts'
import { databaseLimits } from './database-options.ts'

/** Throws a StartError where the database cannot be used. */
export async function inspectOrThrow(engine: Engine, address: Address): ReturnType<Engine['inspect']> {
  return await engine.inspect().catch((error: unknown) => {
    throw new StartError(`The database ${nameOf(address)} cannot be used: ${sentenceOf(error)}`)
  })
}

/** Throws the StartError of the first server where no server can be used. */
export async function throwUnlessUsable(config: Config, addresses: Addresses): Promise<void> {
  const looks = await Promise.allSettled(
    addresses.map(async (address) => {
      const engine = openDatabase(address, databaseLimits(config))
      await inspectOrThrow(engine, address).finally(() => engine.close())
    }),
  )
  const [first] = looks
  if (first?.status === 'rejected' && looks.every(({ status }) => status === 'rejected')) throw first.reason
}
