// The proxies that the gateway is tested behind: Debian's, where they are installed.
import { existsSync } from 'node:fs'

export const varnishPath = '/usr/sbin/varnishd'
export const nginxPath = '/usr/sbin/nginx'

export const hasVarnish = existsSync(varnishPath)
export const hasNginx = existsSync(nginxPath)
