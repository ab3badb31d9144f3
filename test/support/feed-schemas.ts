// Schemas of feeds and sitemaps, written from their specifications: sitemaps.org's protocol, RFC 4287, RSS 2.0 (with the advisory
// board's profile of `guid` and `pubDate`) and JSON Feed 1.1. libxml2 validates XML by them, TypeBox JSON.
import { Type } from 'typebox'

const rng =
  'xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"'
/** An absolute address, of which parts that XML and URIs have no place for are escaped. */
const address = String.raw`<data type="anyURI"><param name="pattern">https?://[^\s&lt;>"]+</param></data>`
/** RFC 3339, in UTC. */
const utc = String.raw`<data type="dateTime"><param name="pattern">[^.]{19}Z</param></data>`
const text = (name: string) => `<element name="${name}"><text/></element>`
const holding = (name: string, pattern: string) => `<element name="${name}">${pattern}</element>`
const optional = (pattern: string) => `<optional>${pattern}</optional>`

/** The order of a sitemap's elements counts, so this is an XML Schema. */
const sitemapSchema = (root: string, item: string) => `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  targetNamespace="http://www.sitemaps.org/schemas/sitemap/0.9" elementFormDefault="qualified">
  <xs:element name="${root}"><xs:complexType><xs:sequence>
    <xs:element name="${item}" maxOccurs="50000"><xs:complexType><xs:sequence>
      <xs:element name="loc"><xs:simpleType><xs:restriction base="xs:anyURI">
        <xs:minLength value="12"/><xs:maxLength value="2048"/><xs:pattern value="https?://[^\\s&lt;&gt;&quot;]+"/>
      </xs:restriction></xs:simpleType></xs:element>
      <xs:element name="lastmod" minOccurs="0"><xs:simpleType><xs:union>
        <xs:simpleType><xs:restriction base="xs:date"><xs:pattern value="[-0-9]{10}"/></xs:restriction></xs:simpleType>
        <xs:simpleType><xs:restriction base="xs:dateTime"><xs:pattern value=".*(Z|[+-][0-9:]{5})"/></xs:restriction></xs:simpleType>
      </xs:union></xs:simpleType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`

const person = holding('author', text('name'))
const atomText = (name: string) =>
  `<element name="${name}"><optional><attribute name="type"><choice><value>text</value><value>html</value></choice></attribute></optional><text/></element>`
const atomLink = `<element name="link"><attribute name="href">${address}</attribute><optional><attribute name="rel"><choice>
  <value>alternate</value><value>self</value></choice></attribute></optional></element>`
const nonEmpty = String.raw`<data type="string"><param name="minLength">1</param></data>`

/** Elements may come in any order (RFC 4287, 4.1); an entry has an author if its feed has none, and this one has one. */
const atomSchema = `<?xml version="1.0"?>
<element name="feed" ns="http://www.w3.org/2005/Atom" ${rng}><interleave>
  ${holding('id', nonEmpty)}${atomText('title')}${optional(atomText('subtitle'))}<oneOrMore>${atomLink}</oneOrMore>
  ${holding('updated', utc)}${person}
  <zeroOrMore><element name="entry"><interleave>
    ${holding('id', nonEmpty)}${atomText('title')}${atomLink}${holding('updated', utc)}${optional(holding('published', utc))}
    ${optional(person)}${optional(atomText('summary'))}${optional(atomText('content'))}
  </interleave></element></zeroOrMore>
</interleave></element>`

/** RFC 822 with four digits of the year, in GMT. */
const rfc822 = String.raw`<data type="string"><param name="pattern">(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-3]\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} [0-2]\d:[0-5]\d:[0-5]\d GMT</param></data>`

/** An item has a title or a description at least; this one always has a title, a link and a guid. */
const rssSchema = `<?xml version="1.0"?>
<element name="rss" ${rng} xmlns:a="http://www.w3.org/2005/Atom" xmlns:c="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"><attribute name="version"><value>2.0</value></attribute>
<element name="channel"><interleave>
  ${text('title')}${holding('link', address)}${text('description')}${optional(holding('lastBuildDate', rfc822))}
  <element name="a:link"><attribute name="href">${address}</attribute><attribute name="rel"><value>self</value></attribute>
    <attribute name="type"><value>application/rss+xml</value></attribute></element>
  <zeroOrMore><element name="item"><interleave>
    ${text('title')}${holding('link', address)}${optional(holding('pubDate', rfc822))}${optional(text('description'))}
    <element name="guid"><choice>
      <group><attribute name="isPermaLink"><value>true</value></attribute>${address}</group>
      <group><attribute name="isPermaLink"><value>false</value></attribute>${nonEmpty}</group>
    </choice></element>
    ${optional(text('dc:creator'))}${optional(text('c:encoded'))}
  </interleave></element></zeroOrMore>
</interleave></element></element>`

const url = Type.String({ pattern: '^https?://[^\\s<>"]+$' })
const time = Type.String({ pattern: '^\\d{4}-[01]\\d-[0-3]\\dT[0-2]\\d:[0-5]\\d:[0-6]\\dZ$' })

export const jsonFeedSchema = Type.Object(
  {
    version: Type.Literal('https://jsonfeed.org/version/1.1'),
    title: Type.String(),
    home_page_url: url,
    feed_url: url,
    description: Type.Optional(Type.String()),
    items: Type.Array(
      Type.Object(
        {
          id: Type.String({ minLength: 1 }),
          url,
          title: Type.String(),
          // One of content_html and content_text has to be there
          content_html: Type.String(),
          summary: Type.Optional(Type.String()),
          date_published: Type.Optional(time),
          date_modified: Type.Optional(time),
          authors: Type.Optional(Type.Array(Type.Object({ name: Type.String() }), { minItems: 1 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

export const xmlSchemas = {
  sitemapIndex: { extension: 'schema', schema: sitemapSchema('sitemapindex', 'sitemap') },
  sitemap: { extension: 'schema', schema: sitemapSchema('urlset', 'url') },
  atom: { extension: 'relaxng', schema: atomSchema },
  rss: { extension: 'relaxng', schema: rssSchema },
} as const
