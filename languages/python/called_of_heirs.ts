/**
 * What well-known classes outside call of an object of a class that builds on them: their own methods, and those that they ask it for.
 *
 * Data. Invariant: a class is named here only if it calls nothing else of such an object, whatever names it is told.
 */
const VIEW = new Set(
  "get post put patch delete head options trace dispatch setup as_view http_method_not_allowed view_is_async _allowed_methods".split(" "),
);

/** Full names of classes -> the methods. */
export const calledOfHeirs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ["django.views.View", "django.views.generic.View", "django.views.generic.base.View"].map((name) => [name, VIEW]),
);
