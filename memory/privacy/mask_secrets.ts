/**
 * Replaces what looks like a secret before it is stored or shown.
 *
 * Stage: memory. Invariants: pure; masking a masked text changes nothing; a mask names the kind of secret, so that messages remain
 * understandable.
 */
import { SECRET_RULES, type SecretRule } from "./secret_rules.ts";

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const ANY_WORD = new RegExp([...new Set(SECRET_RULES.flatMap((rule) => rule.words))].map(escape).join("|"), "i");

/** The text with every secret replaced by `[secret: kind]`. */
export function maskSecrets(text: string): string {
  if (!ANY_WORD.test(text)) return text;
  const lower = text.toLowerCase();
  let masked = text;
  for (const rule of SECRET_RULES) {
    if (rule.words.some((word) => lower.includes(word))) masked = masked.replace(rule.pattern, (...match) => maskMatch(rule, match));
  }
  return masked;
}

function maskMatch(rule: SecretRule, match: readonly unknown[]): string {
  const whole = match[0] as string;
  const groups = match.slice(1, match.findIndex((part) => typeof part === "number")) as (string | undefined)[];
  const secret = groups.find((group) => group !== undefined) ?? whole;
  const at = whole.lastIndexOf(secret);
  if (secret.startsWith("[secret")) return whole;
  if (rule.doubtful && !isSecretValue(secret, !/["']/.test(whole.charAt(at - 1)))) return whole;
  return `${whole.slice(0, at)}[secret: ${rule.name}]${whole.slice(at + secret.length)}`;
}

/** Whether a value is a secret: no variable, no call, no placeholder, and with some variety. */
function isSecretValue(value: string, bare: boolean): boolean {
  if (/^[<${]|^(?:process|os|env|self|this|config|settings|req|ctx)\b[.[]|\(|^(?:x+|\*+|\.+)$/i.test(value)) return false;
  if (
    /^(?:your|my|the|some|test|fake|dummy|example|sample|placeholder|changeme|redacted|none|null|undefined|true|false|string|required|optional)\b/i
      .test(value)
  ) {
    return false;
  }
  // The name of a field or a variable, an address without credentials, a path.
  if (/^(?:password|passwd|secret|token|key)[\d_-]*$|^[a-z][a-z0-9+.-]*:\/\/[^@\s]*$|^\/\w[\w./-]*$/i.test(value)) return false;
  if (/^[A-Z]+(?:_[A-Z]+)+$/.test(value)) return false;
  if (/\s/.test(value)) return /\d/.test(value) && !/[{}=]|%[sd]/.test(value) && !PROSE.test(value);
  return bare ? isBareSecret(value) : entropy(value) >= 2.5;
}

/** Words of messages and descriptions, which passphrases do not contain. */
const PROSE =
  /\b(?:must|should|may|can|at|least|most|characters?|chars|digits|bytes|bits|your|the|is|are|was|has|not|no|enter|invalid|required?|please|for|of|in|with|to|an?)\b/i;

/** Unquoted values are mostly code: a name, a type, a member. */
function isBareSecret(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || /^[A-Za-z_][\w.]*\.[A-Za-z_]\w*$/.test(value)) return false;
  if (value.length < 8) return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\W/.test(value);
  return entropy(value) >= (/^[A-Za-z_]+\d{1,3}$/.test(value) ? 3 : 2.5);
}

/** Bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const n of counts.values()) bits -= (n / text.length) * Math.log2(n / text.length);
  return bits;
}
