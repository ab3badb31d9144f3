// The statement whose rows identify a server; as JSON they are its name.

export const identity =
  "show global variables where variable_name in ('server_uuid', 'server_uid', 'server_id', 'hostname', 'port')"
