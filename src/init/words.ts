// Names that columns and tables have in other systems, in several languages, the best name first.

export const columnNames = {
  title:
    'title headline subject heading caption titel titre titulo titolo overskrift betreff ueberschrift name',
  content:
    'content body text html message inhalt contenu contenido contenuto corps cuerpo corpo tekst inhoud beschreibung description fulltext article',
  excerpt:
    'excerpt summary teaser lead intro standfirst abstract introtext custom_excerpt kurztext chapo resumen sommario',
  slug: 'slug alias permalink url_key uri urlname path shortname seo_name kurzname short code name',
  created_at:
    'published_at publish_date published_on publication_date date_published posted_at posted date_posted published pubdate publish_up date datum fecha fecha_publicacion data created_at created created_on date_created creation_date time written inserted_at erstellt cree_le creado',
  modified_at:
    'updated_at updated modified_at modified changed edited_at last_edit edit_time last_modified date_modified date_updated lastmod geaendert modifie_le actualizado',
  author_id:
    'author_id author writer_id writer user_id uid userid poster poster_id created_by creator_id owner_id autor autor_id auteur_id auteur verfasser',
  deleted_at:
    'deleted_at deleted is_deleted trashed_at removed_at deleted_on removed geloescht supprime borrado',
  name: 'display_name full_name fullname name realname real_name username user_name nickname nick login nom nombre nome naam',
  login: 'username user_name login nickname benutzername',
  email: 'email mail e_mail email_address',
  registered_at: 'registered_at registered regdate created_at created joined joined_at date_joined',
  key: 'meta_key key name attribute field attribute_name field_name schluessel cle clave',
  value: 'meta_value value val content wert valeur valor',
  parent_id: 'parent_id parent pid',
} as const

export type Sought = keyof typeof columnNames

/** Columns that state whether a row is public: as a word, as a number with 1 for public, and as a number with 1 for hidden. */
export const stateNames = {
  word: 'status state post_status publication_status workflow_state statut estado stato visibility published',
  shown:
    'published is_published visibility visible is_visible approved is_approved online is_online live is_live public is_public status state statut estado stato veroeffentlicht publie publicado active is_active enabled is_enabled',
  hidden: 'draft is_draft hidden is_hidden disabled is_disabled unpublished entwurf brouillon borrador',
} as const

/** Words of other systems for WordPress's statuses. */
export const statusWords: Readonly<Record<string, string>> = {
  ...wordsFor(
    'publish',
    'publish published public live online active approved visible veroeffentlicht publie publicado pubblicato gepubliceerd',
  ),
  ...wordsFor('draft', 'draft unpublished offline inactive hidden entwurf brouillon borrador bozza concept'),
  ...wordsFor('pending', 'pending review in_review submitted waiting moderation'),
  ...wordsFor('private', 'private internal members privat prive privado'),
  ...wordsFor('future', 'future scheduled planned geplant planifie programado'),
  ...wordsFor('trash', 'trash trashed deleted removed geloescht'),
}

/** Words of other systems for public, or hidden. */
export const answerWords: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries('yes y true t on ja j oui o si s'.split(' ').map((word) => [word, true])),
  ...Object.fromEntries('no n false f off nein non'.split(' ').map((word) => [word, false])),
}

export const tableNames = {
  posts:
    'posts post articles article entries entry node_field_data news stories story content contents blog_posts blogposts blog topics threads pages artikel beitraege beitrag nachrichten articulos noticias articoli berichten',
  users:
    'users user authors author writers writer people person persons members member accounts account users_field_data staff benutzer autoren personen auteurs utilisateurs usuarios autores utenti',
  terms:
    'categories category sections section tags tag topics forums forum channels rubrics taxonomy_term_field_data terms kategorien rubriken rubriques secciones categorias categorie sezioni themen',
  comments: 'comments comment replies reply kommentare commentaires comentarios commenti reacties',
  postmeta:
    'postmeta meta attributes attribute fields properties article_attributes post_attributes article_meta posts_meta attribute_values',
} as const

function wordsFor(meant: string, stored: string): Readonly<Record<string, string>> {
  return Object.fromEntries(stored.split(' ').map((word) => [word, meant]))
}
