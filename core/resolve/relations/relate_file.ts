/**
 * All that a file says besides its calls and uses: what it imports, what its types are, what its tests exercise, what its comments name,
 * which routes it serves and calls.
 *
 * Stage: resolve. Invariant: as for calls: evidence or nothing, and whatever an answer rests on is noted.
 */
import type { EdgeRow } from "../edge_rows.ts";
import type { FileView } from "../file_view.ts";
import type { World } from "../world.ts";
import { relateAssigned } from "./relate_assigned.ts";
import { relateDocuments } from "./relate_documents.ts";
import { relateImports } from "./relate_imports.ts";
import { relateLibraryInterfaces } from "./relate_library.ts";
import { relateMembers } from "./relate_members.ts";
import { relateRoutes } from "./relate_routes.ts";
import { relateTests } from "./relate_tests.ts";
import { relateTypes } from "./relate_types.ts";
import { RelationRows } from "./relation_rows.ts";

/** Adds the relations of `view`'s file to `rows`, which hold its calls already. */
export function relateFile(world: World, view: FileView, rows: EdgeRow[]): void {
  const relations = new RelationRows(world, view, rows);
  relateImports(relations);
  relateTypes(relations);
  relateLibraryInterfaces(relations);
  relateMembers(relations);
  relateAssigned(relations);
  relateTests(relations);
  relateDocuments(relations);
  relateRoutes(relations);
}
