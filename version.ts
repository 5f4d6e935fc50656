/** The version of the program; the one in deno.json is the same, a test sees to it. */
export const VERSION = "0.1.0";
