// Every code of a failure with its HTTP status and its message. Codes that begin with rest_ and their messages are WordPress's,
// which clients rely on.

/** HTTP status, or 'denied': 401 for anonymous viewers (429 after too many wrong credentials), 403 for users. */
type FailureStatus = number | 'denied'

export const failures = {
  rest_no_route: { status: 404, message: 'No route was found matching the URL and request method.' },
  rest_missing_callback_param: { status: 400, message: 'Missing parameter(s)' },
  rest_invalid_param: { status: 400, message: 'Invalid parameter(s)' },
  rest_forbidden: { status: 'denied', message: 'Sorry, you are not allowed to do that.' },
  rest_forbidden_context: { status: 'denied', message: 'Sorry, you are not allowed to do that.' },
  rest_comment_not_supported_post_type: {
    status: 403,
    message: 'Sorry, this post type does not support notes.',
  },
  rest_invalid_json: { status: 400, message: 'Invalid JSON body passed.' },
  rest_callback_invalid: { status: 400, message: 'Invalid JSONP callback function.' },
  rest_not_logged_in: {
    status: 'denied',
    message: 'You are not currently logged in.',
    permitted: true,
  },
  rest_cookie_invalid_nonce: { status: 403, message: 'Cookie check failed' },
  rest_forbidden_status: { status: 'denied', message: 'Status is forbidden.' },
  incorrect_password: {
    status: 'denied',
    message: 'The provided password is an invalid application password.',
  },
  invalid_token: { status: 401, message: 'The bearer token is not valid.' },
  expired_token: { status: 401, message: 'The bearer token has expired.' },
  invalid_preview_token: { status: 401, message: 'The preview token is not valid here.' },
  incorrect_preview_secret: { status: 401, message: 'The secret for preview tokens is wrong.' },
  previews_unavailable: {
    status: 503,
    message: 'This gateway has no key to sign preview tokens with. The setting PREVIEW_SECRET provides one.',
  },
  incorrect_login: { status: 401, message: 'The user name or the password is wrong.' },
  insufficient_scope: {
    status: 403,
    message: 'The bearer token has none of the scopes that this gateway accepts.',
  },
  authorization_unavailable: {
    status: 503,
    message: 'The bearer token cannot be verified at the moment.',
  },
  invalid_api_key: { status: 401, message: 'The API key is not known.' },
  revoked_api_key: { status: 401, message: 'The API key was revoked.' },
  too_many_requests: { status: 429, message: 'There were too many requests. Please wait.' },
  too_many_streams: { status: 429, message: 'This client has too many open streams. Please wait.' },
  too_many_wrong_credentials: { status: 429, message: 'There were too many wrong credentials. Please wait.' },
  rest_cannot_view: { status: 'denied', message: 'Sorry, you are not allowed to view that.' },
  rest_invalid_namespace: { status: 404, message: 'The specified namespace could not be found.' },
  rest_type_invalid: { status: 404, message: 'Invalid post type.', permitted: true },
  rest_cannot_read_type: { status: 'denied', message: 'Cannot view post type.', permitted: true },
  rest_taxonomy_invalid: { status: 404, message: 'Invalid taxonomy.', permitted: true },
  rest_status_invalid: { status: 404, message: 'Invalid status.' },
  rest_cannot_read_status: { status: 'denied', message: 'Cannot view status.' },
  rest_cannot_view_themes: { status: 'denied', message: 'Sorry, you are not allowed to view themes.' },
  rest_cannot_view_plugins: {
    status: 'denied',
    message: 'Sorry, you are not allowed to manage plugins for this site.',
  },
  rest_cannot_manage_templates: {
    status: 'denied',
    message: 'Sorry, you are not allowed to access the templates on this site.',
  },
  rest_cannot_manage_widgets: {
    status: 'denied',
    message: 'Sorry, you are not allowed to manage widgets on this site.',
  },
  rest_block_type_cannot_view: {
    status: 'denied',
    message: 'Sorry, you are not allowed to manage block types.',
  },
  rest_pattern_directory_cannot_view: {
    status: 'denied',
    message: 'Sorry, you are not allowed to browse the local block pattern directory.',
  },
  rest_global_styles_not_found: { status: 404, message: 'No global styles config exists with that ID.' },
  rest_cannot_list_application_passwords: {
    status: 'denied',
    message: 'Sorry, you are not allowed to list application passwords for this user.',
  },
  rest_cannot_read_application_password: {
    status: 'denied',
    message: 'Sorry, you are not allowed to read this application password.',
  },
  rest_application_password_not_found: {
    status: 404,
    message: 'Application password not found.',
    permitted: true,
  },
  rest_cannot_introspect_app_password_for_non_authenticated_user: {
    status: 'denied',
    message: 'The authenticated application password can only be introspected for the current user.',
  },
  rest_no_authenticated_app_password: {
    status: 404,
    message: 'Cannot introspect application password.',
    permitted: true,
  },
  oembed_invalid_url: { status: 404, message: 'Not Found', permitted: true },
  rest_forbidden_orderby: {
    status: 'denied',
    message: 'Sorry, you are not allowed to order users by this parameter.',
  },
  rest_forbidden_who: {
    status: 'denied',
    message: 'Sorry, you are not allowed to query users by this parameter.',
  },
  rest_user_cannot_view: { status: 'denied', message: 'Sorry, you are not allowed to list users.' },
  rest_post_invalid_id: { status: 404, message: 'Invalid post ID.' },
  rest_post_no_autosave: { status: 404, message: 'There is no autosave revision for this post.' },
  rest_revision_parent_id_mismatch: {
    status: 404,
    message: 'The revision does not belong to the specified parent.',
  },
  rest_post_invalid_parent: { status: 404, message: 'Invalid post parent ID.' },
  rest_cannot_read: { status: 'denied', message: 'Sorry, you are not allowed to read this comment.' },
  rest_comment_invalid_id: { status: 404, message: 'Invalid comment ID.' },
  rest_forbidden_param: { status: 'denied', message: 'Query parameter not permitted.' },
  rest_revision_invalid_page_number: {
    status: 400,
    message: 'The page number requested is larger than the number of pages available.',
  },
  rest_revision_invalid_offset_number: {
    status: 400,
    message: 'The offset number requested is larger than or equal to the number of available revisions.',
  },
  rest_search_invalid_page_number: {
    status: 400,
    message: 'The page number requested is larger than the number of pages available.',
  },
  rest_menu_location_invalid: { status: 404, message: 'Invalid menu location.', permitted: true },
  rest_term_invalid: { status: 404, message: 'Term does not exist.' },
  rest_user_invalid_id: { status: 404, message: 'Invalid user ID.' },
  rest_post_invalid_page_number: {
    status: 400,
    message: 'The page number requested is larger than the number of pages available.',
  },
  rest_orderby_include_missing_include: {
    status: 400,
    message: 'You need to define an include parameter to order by include.',
  },
  rest_no_search_term_defined: {
    status: 400,
    message: 'You need to define a search term to order by relevance.',
  },
  rest_cannot_read_post: {
    status: 'denied',
    message: 'Sorry, you are not allowed to read the post for this comment.',
  },
  rest_post_incorrect_password: { status: 403, message: 'Incorrect post password.' },
  invalid_cursor: { status: 400, message: 'The cursor was not issued by this connection.' },
  filter_needs_scan: {
    status: 400,
    message: 'The filter would have to read more rows than this gateway allows.',
  },
  too_many_conditions: { status: 400, message: 'The list has more conditions than this gateway accepts.' },
  invalid_page: { status: 400, message: 'The arguments of the page are not valid.' },
  unknown_view: {
    status: 400,
    message: 'There is no such view: the views are cursor, offset and wpgraphql.',
  },
  invalid_argument: {
    status: 400,
    message: 'An argument of a field has a value that is not possible.',
  },
  forbidden: { status: 'denied', message: 'You may not see that.' },
  document_too_large: { status: 400, message: 'The document is larger than this gateway allows.' },
  variables_too_large: { status: 400, message: 'The variables are larger than this gateway accepts.' },
  cost_too_high: { status: 400, message: 'The document may cost more than this gateway allows.' },
  persisted_query_not_found: { status: 400, message: 'PersistedQueryNotFound' },
  persisted_query_not_supported: { status: 400, message: 'PersistedQueryNotSupported' },
  persisted_query_mismatch: { status: 400, message: 'The hash is not that of the document.' },
  document_not_listed: { status: 403, message: 'This gateway runs only the documents on its list.' },
  introspection_off: { status: 400, message: 'Introspection is off on this gateway.' },
  needs_event_stream: {
    status: 400,
    message:
      'Subscriptions are answered as server-sent events: the request needs the header Accept: text/event-stream.',
  },
  body_too_large: { status: 413, message: 'The request body is larger than this gateway accepts.' },
  client_gone: { status: 400, message: 'The client disconnected before its request was complete.' },
  changes_unavailable: {
    status: 503,
    message: 'This gateway follows no binary log, so it has no positions of changes.',
  },
  changes_missed: {
    status: 503,
    message: 'Changes may be missing here. Please read everything again.',
  },
  address_too_long: { status: 414, message: 'The address is longer than this gateway accepts.' },
  invalid_position: { status: 400, message: 'The value of the header is not the position of a response.' },
  position_not_reached: {
    status: 503,
    message: 'This gateway has not yet read the changes up to the position that the request names.',
  },
  database_unavailable: { status: 503, message: 'The database cannot be reached at the moment.' },
  query_timeout: { status: 503, message: 'The database did not answer in time.' },
  answer_too_long: { status: 400, message: 'The texts of the answer are too long: ask for fewer items.' },
  render_timeout: { status: 503, message: 'The texts of the answer take too long to render.' },
  overloaded: { status: 503, message: 'Too many requests are waiting for the database.' },
  not_writable: { status: 503, message: 'This gateway cannot write to the table.' },
  origin_unavailable: { status: 502, message: 'WordPress cannot be reached at the moment.' },
  origin_timeout: { status: 504, message: 'WordPress did not answer in time.' },
  origin_overloaded: { status: 503, message: 'Too many requests are waiting for WordPress.' },
  origin_loop: { status: 508, message: 'The request was proxied in a loop: it came back to this gateway.' },
  method_not_passed: { status: 405, message: 'Requests with this method are not proxied to WordPress.' },
  unclear_address: { status: 400, message: 'The address of the request is ambiguous or malformed.' },
  internal_error: { status: 500, message: 'Something went wrong in the gateway.' },
} as const satisfies Record<string, FailureKind>

export interface FailureKind {
  readonly status: FailureStatus
  readonly message: string
  /** True for failures after permission was granted: the answer then still lists its method in Allow. */
  readonly permitted?: true
}
