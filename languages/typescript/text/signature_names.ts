/** Names of the members that signatures without a name are: what calling, constructing and indexing an instance runs. */
export const CALL_SIGNATURE = "()";
export const CONSTRUCT_SIGNATURE = "new()";
export const INDEX_SIGNATURE = "[]";
