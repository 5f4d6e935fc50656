/** Languages as `doctor` shows them: built in, dropped in, or left out with the reason. */
import { languagesFolder } from "../../core/base/user_folders.ts";
import { toCallgroveError } from "../../core/errors.ts";
import { languages } from "../../languages/mod.ts";
import { loadLanguageModule } from "../../later.ts";
import type { Check } from "./check.ts";

/** Checks the languages. */
export async function checkLanguages(): Promise<Check[]> {
  const area = "languages";
  const builtIn: Check = { area, name: "built in", state: "ok", detail: languages.map((one) => one.title).join(", ") };
  try {
    const { plugins, notes } = await (await loadLanguageModule()).loadLanguages();
    const own = plugins.filter((one) => !languages.includes(one)).map((one): Check => ({
      area,
      name: "dropped in",
      state: "ok",
      detail: one.title,
    }));
    const wrong = notes.map((note): Check =>
      note.startsWith("a language is left out")
        ? { area, name: "left out", state: "problem", detail: note, mend: `repair or remove its folder in ${languagesFolder()}` }
        : { area, name: "replaced", state: "note", detail: note }
    );
    return [builtIn, ...own, ...wrong];
  } catch (thrown) {
    const { message, hint } = toCallgroveError(thrown);
    return [builtIn, { area, name: "dropped in", state: "problem", detail: message, mend: hint }];
  }
}
