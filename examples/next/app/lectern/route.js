// The receiver of Lectern's webhooks.
import { revalidateTag } from 'next/cache'
import { nextRoute } from '../../../../config/proxies/routes.ts'
import { secretOf } from '../../lib/lectern.js'

export const POST = (request) => nextRoute({ revalidateTag }, secretOf('WEBHOOK_SECRET'))(request)
