/** Names under which signatures without a name are members: what calling, constructing and indexing an instance runs. */
export const CALL_SIGNATURE = "()";
export const CONSTRUCT_SIGNATURE = "new()";
export const INDEX_SIGNATURE = "[]";
