/**
 * What a secret looks like: the list of patterns.
 *
 * Stage: memory. Each rule has words, one of which occurs in every text that it can match, so that other texts are skipped quickly.
 * Invariant: the first group, if any, is the secret; the rest of a match stays, so that a reader sees what it was. Patterns follow what
 * services publish about their tokens, and public rule sets of secret scanners.
 */

/** One kind of secret. */
export interface SecretRule {
  readonly name: string;
  /** Lower-case words, one of which occurs in every match, in any case. */
  readonly words: readonly string[];
  readonly pattern: RegExp;
  /** Whether a match may be no secret, so that its value is checked again. */
  readonly doubtful?: true;
}

/** The patterns. */
export const SECRET_RULES: readonly SecretRule[] = [
  {
    name: "private key",
    words: ["private key"],
    pattern: /-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END[ A-Z0-9_-]{0,100}-----|$)/g,
  },
  { name: "AWS key id", words: ["akia", "asia", "abia", "acca", "a3t"], pattern: /\b((?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})\b/g },
  {
    name: "GitHub token",
    words: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    pattern: /\b(gh[pousr]_[A-Za-z0-9_]{30,255}|github_pat_[A-Za-z0-9_]{50,255})/g,
  },
  {
    name: "GitLab token",
    words: ["glpat-", "gldt-", "glrt-", "glptt-", "glsoat-", "glcbt-", "glimt-", "glft-", "glagent-", "gr1348941"],
    pattern: /\b(gl(?:pat|dt|rt|ptt|soat|cbt|imt|ft|agent)-[A-Za-z0-9_.-]{20,}|GR1348941[A-Za-z0-9_-]{20,})/g,
  },
  { name: "Slack token", words: ["xox", "xapp-"], pattern: /\b(xox[abposre]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,})/g },
  {
    name: "Slack webhook",
    words: ["hooks.slack.com"],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/_-]{30,})/g,
  },
  { name: "OpenAI or Anthropic key", words: ["sk-"], pattern: /\b(sk-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,})/g },
  {
    name: "Stripe key",
    words: ["sk_live", "sk_test", "rk_live", "rk_test", "whsec_"],
    pattern: /\b((?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,})/g,
  },
  {
    name: "Google key",
    words: ["aiza", "ya29.", "gocspx-"],
    pattern: /\b(AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,})/g,
  },
  { name: "npm token", words: ["npm_"], pattern: /\b(npm_[A-Za-z0-9]{36})\b/g },
  { name: "PyPI token", words: ["pypi-"], pattern: /\b(pypi-[A-Za-z0-9_-]{50,})/g },
  { name: "Hugging Face token", words: ["hf_", "api_org_"], pattern: /\b((?:hf|api_org)_[A-Za-z0-9]{30,})\b/g },
  { name: "SendGrid key", words: ["sg."], pattern: /\b(SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64})/g },
  { name: "DigitalOcean token", words: ["dop_v1_", "doo_v1_", "dor_v1_"], pattern: /\b(do[opr]_v1_[a-f0-9]{64})\b/g },
  { name: "Shopify token", words: ["shpat_", "shpca_", "shppa_", "shpss_"], pattern: /\b(shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})\b/g },
  { name: "Databricks token", words: ["dapi"], pattern: /\b(dapi[a-f0-9]{32}(?:-\d)?)\b/g },
  {
    name: "service token",
    words: ["dckr_pat_", "gsk_", "xai-", "glsa_", "pmak-", "sntrys_", "sntryu_", "rubygems_", "figd_", "sq0csp-", "sq0atp-", ".atlasv1."],
    pattern:
      /\b(dckr_pat_[\w-]{20,}|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{60,}|glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|sntry[su]_[A-Za-z0-9+/=_-]{40,}|rubygems_[a-f0-9]{48}|figd_[\w-]{40}|sq0(?:csp|atp)-[\w-]{22,43}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,})/g,
  },
  { name: "Mailgun key", words: ["key-"], pattern: /\b(key-[a-f0-9]{32})\b/g },
  {
    name: "private key",
    words: ["private-lines"],
    pattern: /\bPrivate-Lines:[ \t]*\d+\r?\n([A-Za-z0-9+/=]{20,}(?:\r?\n[A-Za-z0-9+/=]{20,})*)/g,
  },
  { name: "Vault token", words: ["hvs.", "hvb."], pattern: /\b(hv[sb]\.[A-Za-z0-9_-]{24,})/g },
  { name: "Linear key", words: ["lin_api_"], pattern: /\b(lin_api_[A-Za-z0-9]{40})\b/g },
  { name: "Telegram bot token", words: [":aa"], pattern: /\b(\d{8,10}:AA[A-Za-z0-9_-]{33})\b/g },
  { name: "Discord webhook", words: ["/api/webhooks/"], pattern: /discord(?:app)?\.com\/api\/webhooks\/(\d+\/[A-Za-z0-9_-]{30,})/g },
  { name: "JSON web token", words: ["eyj"], pattern: /\b(eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,})/g },
  { name: "age key", words: ["age-secret-key-1"], pattern: /\b(AGE-SECRET-KEY-1[0-9A-Z]{58})\b/gi },
  {
    name: "password in an address",
    words: ["://"],
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'`<>]{0,100}:([^\s:@/"'`<>${}]{3,100})@/gi,
  },
  {
    name: "bearer token",
    words: ["bearer", "authorization"],
    pattern: /\b(?:bearer|authorization["']?\s*[:=]\s*["']?(?:basic|token))\s+([A-Za-z0-9_.~+/=-]{16,})/gi,
  },
  {
    name: "Twilio key",
    words: [..."0123456789abcdef"].map((digit) => `sk${digit}`),
    pattern: /\b(SK[0-9a-f]{32})\b/g,
  },
  { name: "signature in an address", words: ["sig="], pattern: /[?&;]sig=([A-Za-z0-9%+/=_-]{20,})/g },
  { name: "cookie", words: ["cookie"], pattern: /\bcookie["']?\s{0,3}[:=]\s{0,3}["']?([^\n"'=]{1,80}=[^\s;"']{16,}[^\n"']*)/gi },
  { name: "login of a registry", words: ["auth"], pattern: /"auth"\s{0,3}:\s{0,3}"([A-Za-z0-9+/]{10,}={0,2})"/g },
  { name: "login of a registry", words: ["_auth"], pattern: /(?<!\w)_auth\s{0,3}=\s{0,3}["']?([A-Za-z0-9+/]{10,}={0,2})/g },
  // On command lines: the value of an option.
  {
    name: "password or key",
    words: ["curl", "wget"],
    pattern: /\b(?:curl|wget)\b[^\n|;]{0,300}?\s(?:-u|--user)[ =]{0,2}["']?[^\s:"'`$<]{1,100}:([^\s"'`$<]{3,200})/g,
  },
  {
    name: "password or key",
    words: ["mysql", "mariadb"],
    pattern: /\b(?:mysql|mariadb)(?:dump|admin|-dump|-admin)?\b[^\n|;]{0,200}?\s-p([^\s"'`$<-][^\s"'`]{3,200})/g,
  },
  { name: "password or key", words: ["sshpass"], pattern: /\bsshpass\s+-p\s*["']?([^\s"'`$<][^\s"'`]{2,200})/g },
  { name: "password or key", words: ["redis-cli"], pattern: /\bredis-cli\b[^\n|;]{0,200}?\s-a\s+["']?([^\s"'`$<][^\s"'`]{2,200})/g },
  {
    name: "password or key",
    words: ["pass", "secret", "token", "key"],
    pattern:
      /--(?:[a-z]+-)*(?:password|passwd|pass|passphrase|secret|token|api-?key|access-?key|secret-key)\s+["']?([^\s"'`<>-][^\s"'`]{5,200})/g,
    doubtful: true,
  },
  { name: "password or key", words: ["login"], pattern: /\blogin\s+\S{1,100}\s+password\s+(\S{4,200})/g, doubtful: true },
  {
    name: "password or key",
    words: ["machine"],
    pattern: /\bmachine\s+[\w-]+(?:\.[\w-]+)+\s+(?:login\s+\S{1,100}\s+)?password\s+(\S{4,200})/g,
  },
  // A long value of an environment variable with a name ending in KEY.
  {
    name: "password or key",
    words: ["_key"],
    pattern:
      /(?<![A-Za-z0-9_])(?!PUBLIC|[A-Z0-9_]*_PUBLIC)[A-Z][A-Z0-9_]{0,40}_KEY\s?[=:]\s?["']?((?:base64:)?[A-Za-z0-9+/]{22,4000}={0,2})(?![\w(.])/g,
    doubtful: true,
  },
  // In a sentence: "the password is …", "use password …". Prose has no words with digits there.
  {
    name: "password or key",
    words: ["pass", "token", "secret", "key", "pw"],
    pattern:
      /\b(?:pass(?:word|wort|phrase|wd|code)|pwd|pw|token|secret|(?:api|access|secret|license)[ _-]?key)(?:\s+(?:is|was|ist|lautet|are)\b:?|\s{0,2}:)\s+(?:"([^"\n]{6,200})"|'([^'\n]{6,200})'|`([^`\n]{6,200})`|(?=\S{0,200}\d)(?=\S{0,200}[A-Za-z])([^\s"'`,;()]{7,200}[^\s"'`,;:().?]))(?![\w(])/gi,
    doubtful: true,
  },
  {
    name: "password or key",
    words: ["pass"],
    pattern:
      /\bpass(?:word|wort|phrase|wd)\s+["'`]?(?=\S{0,200}\d)(?=\S{0,200}[a-z])(?=\S{0,200}[A-Z])([^\s"'`,;()=:]{7,200}[^\s"'`,;:().?])(?![\w(])/g,
    doubtful: true,
  },
  // A short one in settings or a database address: in code, a named argument ends with a comma or a bracket.
  {
    name: "password or key",
    words: ["password=", "passwd=", "pwd="],
    pattern:
      /(?<![\w.-])(?:password|passwd|pwd)=(?!(?:pass|pw|secret|token|key|str|arg|var|val|user)\w*)(?=[A-Za-z]+\d)([A-Za-z0-9!@#%^*+-]{6,200})(?=[\s;&'"`]|$)/gi,
  },
  // A passphrase of letters only, where no name of code is written that way.
  {
    name: "password or key",
    words: ["pass"],
    pattern:
      /(?<![a-z])pass(?:word|wd|phrase)?["']?[:=][ \t]{0,3}(?![a-z]*(?:pass|secret|token|key|user|string|field|value))([a-z]{14,200})(?=\s|$)/gi,
  },
  {
    name: "password or key",
    words: ["pass", "pwd", "secret", "token", "apikey", "_key", "-key", "accesskey", "privatekey", "authkey", "accountkey", "credential"],
    pattern:
      /(?:password|passwd|\bpwd|passphrase|(?<![a-z])pass(?=["'\s:=])|secret|token(?!i[sz])|(?:api|access|private|auth|account|signing|encryption)[_-]?key|client-key-data|credentials?)[\w-]{0,30}["']?\s{0,3}(?:[:=]>?|:=)\s{0,3}(?:"([^"\n]{6,4000})"|'([^'\n]{6,4000})'|([A-Za-z0-9_+/=.~!@#%^&*$-]{6,4000})(?![\w+/=.~!@#%^&*$([-]))/gi,
    doubtful: true,
  },
];
