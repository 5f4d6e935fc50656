/**
 * The relations of a file besides its calls and uses: imports, types, tests, comments, and routes that it serves and calls.
 *
 * Stage: resolve. Invariant: as for calls: evidence or nothing, and all dependencies are recorded.
 */
import { relateAssigned } from "./relate_assigned.ts";
import { relateComputed } from "./relate_computed.ts";
import { relateDocuments } from "./relate_documents.ts";
import { relateImports } from "./relate_imports.ts";
import { relateLibraryInterfaces } from "./relate_library.ts";
import { relateMembers } from "./relate_members.ts";
import { relateMetaclasses } from "./relate_metaclasses.ts";
import { relateNotes } from "./relate_notes.ts";
import { relateRegisteredFunctions } from "./relate_registered_functions.ts";
import { relateReplaced } from "./relate_replaced.ts";
import { relateRoutes } from "./relate_routes.ts";
import { relateServedFile } from "./relate_served_file.ts";
import { relateTests } from "./relate_tests.ts";
import { relateTypes } from "./relate_types.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Each adds one kind of relations of a file. */
export const RELATIONS: readonly ((relations: RelationRows) => void)[] = [
  relateImports,
  relateTypes,
  relateRegisteredFunctions,
  relateLibraryInterfaces,
  relateMembers,
  relateMetaclasses,
  relateNotes,
  relateAssigned,
  relateReplaced,
  relateComputed,
  relateTests,
  relateDocuments,
  relateRoutes,
  relateServedFile,
];
