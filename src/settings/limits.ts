// Limits of each client's requests.
import { Type, type TProperties } from 'typebox'
import { integer } from './kinds.ts'

export const limitsSettings = {
  requestsPerMinuteMax: integer(
    'Requests in a minute by one client without an API key: an account, or else an address; 0: without limit',
    0,
    0,
    10_000_000,
  ),
  apiKeys: Type.Array(
    Type.String({ pattern: '^[\\w.-]{1,64}:[0-9a-f]{64}(:revoked|:[0-9]{1,9}(:[0-9]{1,9})?)?$' }),
    {
      description: 'API keys: a label, the SHA-256 of the key, and its requests in a minute and in a day',
      allowed:
        'label:sha256, label:sha256:minute, label:sha256:minute:day (0: without limit) or label:sha256:revoked, separated by commas',
      default: [],
      // An owner may have put a key in place of its hash
      secret: true,
    },
  ),
  changeStreamsMax: integer('Streams of changes at once', 1000, 1, 1_000_000),
  changeStreamsPerClientMax: integer(
    'Streams of changes at once by one client: an account, or else an address',
    10,
    1,
    1_000_000,
  ),
  exportsMax: integer('Exports at once', 4, 1, 10_000),
  exportsPerClientMax: integer('Exports at once by one client: an account, or else an address', 1, 1, 10_000),
  limitedClientsMax: integer('Clients whose requests are counted', 100_000, 1, 10_000_000),
} satisfies TProperties
