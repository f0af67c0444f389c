import { NO_SECRETS, type Secret } from './secret.ts';

/**
 * Keys and tokens that tell what they are by their form. Every pattern begins with fixed characters and repeats one class
 * of characters at a time, so that a search costs the same for each character of the text, whatever stands there.
 */
const FORMS: Readonly<Record<string, string>> = {
  // OpenAI, Anthropic, OpenRouter, Langfuse and others. Without a digit it is a word.
  api_key: String.raw`sk-(?=[A-Za-z_-]{0,40}\d)[\w-]{16,}`,
  stripe: String.raw`[rs]k_(?:live|test)_\w{10,}|whsec_[\w+/=]{16,}`,
  github: String.raw`gh[opsru]_[A-Za-z0-9]{30,}|github_pat_\w{22,}`,
  gitlab: String.raw`gl(?:pat|dt|rt|ptt|cbt|soat)-[\w-]{18,}`,
  slack: String.raw`xox[abceoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,}|hooks\.slack\.com/services/[\w/]{20,}`,
  aws_key_id: String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])`,
  google: String.raw`AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}`,
  npm: String.raw`npm_[A-Za-z0-9]{30,}`,
  pypi: String.raw`pypi-[\w-]{40,}`,
  hugging_face: String.raw`hf_[A-Za-z0-9]{30,}`,
  replicate: String.raw`r8_[A-Za-z0-9]{30,}`,
  groq: String.raw`gsk_[A-Za-z0-9]{30,}`,
  xai: String.raw`xai-[A-Za-z0-9]{30,}`,
  perplexity: String.raw`pplx-[A-Za-z0-9]{30,}`,
  tavily: String.raw`tvly-[\w-]{20,}`,
  sendgrid: String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`,
  twilio: String.raw`SK[0-9a-f]{32}(?![0-9a-f])`,
  shopify: String.raw`shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}`,
  digitalocean: String.raw`do[opr]_v1_[0-9a-f]{60,}`,
  databricks: String.raw`dapi[0-9a-f]{32}`,
  linear: String.raw`lin_api_[A-Za-z0-9]{30,}`,
  notion: String.raw`(?:secret|ntn)_[A-Za-z0-9]{40,}`,
  vault: String.raw`hv[bs]\.[\w-]{24,}`,
  mailgun: String.raw`key-[0-9a-f]{32}(?![0-9a-f])`,
  age: String.raw`AGE-SECRET-KEY-1[0-9A-Z]{50,}`,
  jwt: String.raw`eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`,
};

/** The scheme stays to be read, what follows it is the secret. A word without digit or padding is no credential. */
const CREDENTIALS = String.raw`(?:[Bb]earer|BEARER|[Bb]asic|BASIC)[ +]{1,4}(?<credentials>(?=[A-Za-z._~+/-]{0,200}[\d=])[\w.~+/=-]{12,})`;
const URL_PASSWORD = String.raw`://[^\s:/@"'<>\\]{0,128}:(?<url_password>[^\s/@"'<>\\]{1,256})@`;
const TELEGRAM = String.raw`(?<telegram>\d{8,10}:AA[\w-]{33})`;

const SEARCH = new RegExp(
  [
    // Not inside of a longer word: `task-` is no `sk-`.
    `(?<![A-Za-z0-9])(?:${Object.entries(FORMS)
      .map(([kind, form]) => `(?<${kind}>${form})`)
      .join('|')}|${CREDENTIALS}|${TELEGRAM})`,
    URL_PASSWORD,
  ].join('|'),
  'dg',
);

/**
 * Whether a search is worth its while, for a tenth of its price: first a sign that is rare in texts, only then what must
 * stand before it.
 */
const PREFIX = String.raw`(?:[rs]k|whsec|gh[opsru]|github|gl[a-z]{2,4}|xox[a-z]|xapp|npm|pypi|hf|r8|gsk|xai|pplx|tvly|SG|shp[a-z]{2}|do[opr]|lin|secret|ntn|hv[bs]|key|AGE|ya29|GOCSPX|slack)[-_.]`;
const WITHOUT_SIGN = String.raw`A(?:KIA|SIA|Iza)|SK[0-9a-f]|[Bb]earer|BEARER|[Bb]asic|BASIC|yJ|dapi|://|:AA`;
const HINT = new RegExp(String.raw`[-_.](?<=(?<![A-Za-z0-9])${PREFIX})|${WITHOUT_SIGN}`);

/** The secret of an AWS key has no form but its length; beside the id of one it is no hash, which has no capitals. */
const AWS_KEY_ID = /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/;
const AWS_SECRET =
  /(?<![A-Za-z0-9/+])(?=[^A-Z]{0,39}[A-Z])(?=[^a-z]{0,39}[a-z])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g;

function findAwsSecrets(text: string): Secret[] {
  if (!AWS_KEY_ID.test(text)) return [];
  return [...text.matchAll(AWS_SECRET)].map(({ 0: secret, index }) => ({
    kind: 'aws_secret',
    start: index,
    end: index + secret.length,
  }));
}

export function findTokens(text: string): readonly Secret[] {
  if (!HINT.test(text)) return NO_SECRETS;
  const found = findAwsSecrets(text);
  for (const match of text.matchAll(SEARCH)) {
    for (const [kind, place] of Object.entries(match.indices?.groups ?? {})) {
      if (place !== undefined) found.push({ kind, start: place[0], end: place[1] });
    }
  }
  return found;
}
