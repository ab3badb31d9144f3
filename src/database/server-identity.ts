// The statement by which servers are told apart. Its rows as JSON are the name of a server.

export const identity =
  "show global variables where variable_name in ('server_uuid', 'server_uid', 'server_id', 'hostname', 'port')"
