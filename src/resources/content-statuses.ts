// The statuses that content can have.

/** What content is kept in; `any` stands for these. */
export const lasting = ['publish', 'future', 'draft', 'pending', 'private'] as const

/** All that can be asked for. */
export const statusNames = [
  ...lasting,
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
]
