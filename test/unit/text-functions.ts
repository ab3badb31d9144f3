// Functions that take text from requests, rows, settings and the site's files, outside of render/, for linear.test.ts.
import { parseBasic } from '../../src/auth/application-password.ts'
import { loginCookieName, parseCookieHeader, parseLoginCookie } from '../../src/auth/cookie.ts'
import { parseGrants } from '../../src/check/grants.ts'
import { widthOf } from '../../src/check/index-size.ts'
import { idToJson } from '../../src/core/json.ts'
import { isNumeric, phpInteger } from '../../src/core/php-integer.ts'
import { plainText } from '../../src/core/plain-text.ts'
import { mayHold, parsedOnce, parseQuery, secretArgs } from '../../src/core/query-string.ts'
import { anonymous } from '../../src/core/viewer.ts'
import { addressTexts, parseAddress } from '../../src/database/address.ts'
import { fold, sortKey } from '../../src/database/collation.ts'
import { leadingDecimal, multiplyDecimals, roundDecimal } from '../../src/database/sqlite/decimal.ts'
import { storedSlugs, toIdValue } from '../../src/database/filter.ts'
import { parsePhpValue, phpToJson } from '../../src/database/php-value.ts'
import { withQueries } from '../../src/database/table-query.ts'
import { oursOf, statementKind } from '../../src/feed/statements.ts'
import { mediaTypeOf, prefersPage } from '../../src/graphql/media-type.ts'
import { codingOf } from '../../src/http/accept-encoding.ts'
import { endpointAt, requestFor } from '../../src/http/endpoint-at.ts'
import { routeShape } from '../../src/observe/route-shape.ts'
import { colour, embed, lines, momentOf } from '../../src/packs/acf/standard-texts.ts'
import { linearPattern } from '../../src/packs/redirection/patterns.ts'
import { fileIdsIn, mainPicture, sharedPicture } from '../../src/packs/seo/text-pictures.ts'
import { collapsed, filled, plain, shortened, wordCount } from '../../src/packs/seo/variables.ts'
import { createCursors } from '../../src/plan/cursor.ts'
import { searchFilters } from '../../src/planner/search.ts'
import { compileArgs } from '../../src/registry/args.ts'
import { compileValue } from '../../src/registry/arg-value.ts'
import { routeAddress } from '../../src/rest/request/address.ts'
import { createClosedAddresses } from '../../src/rest/request/closed-addresses.ts'
import { toHeader, writeQuery } from '../../src/rest/request/paging-headers.ts'
import { idInAddress } from '../../src/rest/representation/links.ts'
import { parsePresentation } from '../../src/rest/request/presentation.ts'
import { searchArg } from '../../src/rest/resource/search-arg.ts'
import { parseEmbed, parseFields } from '../../src/rest/request/selection.ts'
import { nearest } from '../../src/settings/nearest.ts'
import { tokensOf } from '../../src/site/php-tokens.ts'
import { withQuery } from '../../src/site/rest-address.ts'
import { decoded } from '../../src/core/decoded.ts'
import { slugOf, soughtSlug } from '../../src/site/slug.ts'
import { parseWpConfig } from '../../src/site/wp-config.ts'
import { readableText } from '../../src/mcp/readable.ts'
import { retryAfter } from '../../src/webhooks/post.ts'
import { decodeEntities } from '../../src/core/entities.ts'
import { parseGlobalId } from '../../src/wpgraphql/ids.ts'
import type { TextFunctions } from '../support/linear.ts'
import { requestOf } from '../support/request.ts'
import { post } from '../support/resources.ts'

const readSearch = compileArgs({ search: searchArg })
const cursors = createCursors(['a key for tests only'])
const isClosed = createClosedAddresses({
  closed: ['users', 'posts.author'],
  brand: 'wp',
  guardsGraphql: true,
})
const patterns = [
  '^/(\\d+)/([^/]+)/(.*?)/x$',
  '/a(.*)$',
  '-([a-z]+)/',
  '^/[a-z/]*/?(\\?|b)?c{0,9}$',
  '^(.*)(a|b)?c$',
].map((source) => linearPattern(source, true))
const formats = ['date-time', 'email', 'ip', 'uri', 'hex-color', 'uuid']
const ours = oursOf([{ schema: 'site', table: 'wp_posts' }])

export const textFunctions: TextFunctions = new Map<string, (text: string) => unknown>([
  // Addresses, headers and arguments
  ['parseQuery', parseQuery],
  ['parsedOnce', (text) => parsedOnce(text)()],
  ['parseQuery of one value', (text) => parseQuery(`a=${text}`)],
  ['parseQuery of one name', (text) => parseQuery(`a[${text}]=1`)],
  ['mayHold', (text) => mayHold(text, secretArgs)],
  ['routeAddress', (text) => routeAddress(requestOf({ url: `/wp-json${text}` }), new Map(), '/wp-json')],
  ['routeShape', routeShape],
  ['endpointAt', (text) => endpointAt([], requestFor({ target: `/${text}`, accept: null }))],
  ['parseFields', (text) => parseFields(new Map([['_fields', text]]))],
  ['parseEmbed', (text) => parseEmbed(new Map([['_embed', text]]))],
  ['parsePresentation', (text) => parsePresentation(new Map([['_jsonp', text]]))],
  ['the argument search', (text) => readSearch(new Map([['search', text]]))],
  ['searchFilters', (text) => searchFilters(post, { text, viewer: anonymous })],
  ['writeQuery', (text) => writeQuery(new Map([['a', text]]), { a: text })],
  ['toHeader', toHeader],
  ['withQuery', (text) => withQuery(`http://a/?rest_route=${text}`, text)],
  ['closed addresses', (text) => isClosed(requestOf({ url: `/wp-json/wp/v2/${text}?${text}` }))],
  ['cursors', (text) => cursors.decode('posts', text)],
  ...['string', 'integer', 'number', 'boolean', 'array', 'object'].map(
    (type) => [`an argument of type ${type}`, (text: string) => compileValue({ type })('a', text)] as const,
  ),
  ...formats.map(
    (format) =>
      [
        `an argument of format ${format}`,
        (text: string) => compileValue({ type: 'string', format })('a', text),
      ] as const,
  ),
  ['entities', decodeEntities],
  ['global ids', parseGlobalId],
  ['codingOf', codingOf],
  ['mediaTypeOf', mediaTypeOf],
  ['prefersPage', prefersPage],
  ['parseCookieHeader', parseCookieHeader],
  ['parseLoginCookie', parseLoginCookie],
  ['parseBasic', (text) => parseBasic(`Basic ${text}`)],
  ['retryAfter', (text) => retryAfter(text, 0)],
  // Rows
  ['plainText', plainText],
  ['readableText', readableText],
  ['slugOf', slugOf],
  ['soughtSlug', soughtSlug],
  ['phpInteger', phpInteger],
  ['isNumeric', isNumeric],
  ['decoded', decoded],
  ['linearPattern', (text) => linearPattern(text, true)],
  ['patterns of redirects', (text) => patterns.map((pattern) => pattern?.exec(`/${text}`))],
  ['storedSlugs', storedSlugs],
  ['parsePhpValue', (text) => phpToJson(parsePhpValue(text))],
  ['parsePhpValue of a text', (text) => parsePhpValue(`s:${Buffer.byteLength(text)}:"${text}";`)],
  ['fold', fold],
  ['sortKey', sortKey],
  ['leadingDecimal', leadingDecimal],
  ['roundDecimal', (text) => roundDecimal(text, 2)],
  ['multiplyDecimals', (text) => multiplyDecimals(text, '2.5')],
  // Settings, files of the site, and what servers say
  ['parseWpConfig', (text) => parseWpConfig(`<?php ${text}`, {})],
  ['parseWpConfig of a page', (text) => parseWpConfig(text, {})],
  ['tokensOf', tokensOf],
  ['loginCookieName', loginCookieName],
  ['parseAddress', (text) => parseAddress(`mysql://${text}`)],
  ['addressTexts', addressTexts],
  ['nearest', (text) => nearest(text, ['port', 'publicUrl'])],
  ['statementKind', (text) => statementKind(text, '', ours)],
  ['parseGrants', (text) => parseGrants([`GRANT ${text} ON *.*`, text])],
  ['parseGrants, of PUBLIC', (text) => parseGrants([`GRANT ALL ON \`${text}\`.* TO PUBLIC`], 'site')],
  // Ids that are texts, and what a layout says
  ['toIdValue', toIdValue],
  ['idToJson', idToJson],
  ['idInAddress', idInAddress],
  ['widthOf', widthOf],
  ['withQueries', (text) => withQueries(`select ${text}`, new Map([['lectern_posts', 'select 1']]))],
  // Packs
  ['momentOf', momentOf],
  ['colour', colour],
  ['embed', embed],
  ['lines', (text) => lines(new Map([['new_lines', 'br']]), text)],
  ['lines as paragraphs', (text) => lines(new Map([['new_lines', 'wpautop']]), text)],
  ['plain', plain],
  ['wordCount', (text) => wordCount('', text)],
  ['shortened', (text) => shortened(text)],
  ['collapsed', collapsed],
  // An item of REST has two heads
  [
    'pictures of a text',
    (text) =>
      [fileIdsIn, mainPicture, sharedPicture, mainPicture, sharedPicture].map((of) =>
        of({ content: text }, { file: () => null }),
      ),
  ],
  ['filled', (text) => filled(text, () => text, '-')],
])
