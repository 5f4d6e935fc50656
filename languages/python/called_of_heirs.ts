/**
 * The methods that well-known external classes call on objects of their subclasses: their own methods, and further ones.
 *
 * Data. Invariant: a class is listed only if it calls no other methods of such an object, by whatever name.
 */
const VIEW = new Set(
  "get post put patch delete head options trace dispatch setup as_view http_method_not_allowed view_is_async _allowed_methods".split(" "),
);

/** Full names of classes -> the methods. */
export const calledOfHeirs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ["django.views.View", "django.views.generic.View", "django.views.generic.base.View"].map((name) => [name, VIEW]),
);
