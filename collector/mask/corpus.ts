const LETTERS = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2eF4hJ6kL8nP0qR2tU4wX6zA8cD0fG2iK4mO6qS8uW0';
const some = (length: number): string => LETTERS.slice(0, length);

/** Made up, in the shapes that are handed out today: how it stands in a text, and the part that nobody may see. */
export const SECRETS: Readonly<Record<string, { text: string; secret: string }>> =
  Object.fromEntries(
    [
      ['openai', `sk-proj-${some(48)}_T3BlbkFJ${some(40)}`],
      ['openai, old', `sk-${some(48)}`],
      ['anthropic', `sk-ant-api03-${some(60)}-${some(20)}AA`],
      ['github', `ghp_${some(36)}`],
      ['github, fine-grained', `github_pat_11${some(20)}_${some(50)}`],
      ['google', `AIza${some(35)}`],
      ['slack', `xoxb-123456789012-1234567890123-${some(24)}`],
      ['stripe', `sk_live_${some(24)}`],
      ['npm', `npm_${some(36)}`],
      ['hugging face', `hf_${some(34)}`],
      [
        'aws id',
        `AKIA${some(70)
          .toUpperCase()
          .replaceAll(/[^A-Z]/g, '')
          .slice(0, 16)}`,
      ],
      ['jwt', `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${some(43)}`],
      ['aws pair', `AKIAQWERTYUIOPASDFGH ${some(34)}/+Zz9x`, `${some(34)}/+Zz9x`],
      ['aws by name', `AWS_SECRET_ACCESS_KEY=${some(34)}/+Zz9x`, `${some(34)}/+Zz9x`],
      [
        'pem',
        `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN${some(52)}\n${some(64)}\n-----END PRIVATE KEY-----`,
        `MIIEvQIBADAN${some(52)}`,
      ],
      ['user in an address', 'https://alice:s3cr3tPassw0rd@db.example.com/x', 's3cr3tPassw0rd'],
      ['postgres', 'postgres://app:Tr0ub4dor-3@db.internal:5432/prod', 'Tr0ub4dor-3'],
      ['bearer', `Authorization: Bearer ${some(40)}`, some(40)],
      [
        'basic',
        `Authorization: Basic ${btoa('alice:s3cr3tPassw0rd')}`,
        btoa('alice:s3cr3tPassw0rd'),
      ],
      [
        'azure storage',
        `DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=${btoa(some(60))};EndpointSuffix=core.windows.net`,
        btoa(some(60)),
      ],
      ['sql server', 'Server=db;User Id=sa;Password=Str0ngP4ss;Database=x', 'Str0ngP4ss'],
    ].map(([name = '', text = '', secret = text]) => [name, { text, secret }]),
  );

/** The ways in which a text comes to stand in another one. */
export const FORMS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => `use ${text} now`,
  'in JSON': (text) => JSON.stringify({ v: text }),
  'in JSON in JSON': (text) => JSON.stringify({ v: JSON.stringify({ w: text }) }),
  'in an address': (text) => `https://x.example/?q=${encodeURIComponent(text)}&z=1`,
  'in an address in an address': (text) =>
    `https://y.example/?next=${encodeURIComponent(`https://x.example/?q=${encodeURIComponent(text)}`)}`,
  'in base64': (text) => `blob ${Buffer.from(text).toString('base64')} end`,
  'in base64 of JSON': (text) =>
    JSON.stringify({ blob: Buffer.from(JSON.stringify({ key: text })).toString('base64') }),
  'in YAML': (text) => `key: ${text}\nother: 1`,
  'in a Python dict': (text) => `{'v': '${text}'}`,
};

/** Whether a secret can be read from a text, encoded or not. */
export function tells(text: string, secret: string): boolean {
  const isIn = (other: string): boolean =>
    [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      encodeURIComponent(encodeURIComponent(secret)),
    ].some((form) => other.includes(form));
  const decoded = text
    .match(/[A-Za-z0-9+/_-]{16,}/g)
    ?.map((run) => Buffer.from(run, 'base64').toString('latin1'));
  return isIn(text) || (decoded ?? []).some(isIn);
}

/** What looks like a secret and is none. */
export const HARMLESS: readonly string[] = [
  '550e8400-e29b-41d4-a716-446655440000',
  'commit da39a3ee5e6b4b0d3255bfef95601890afd80709 by x',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  `text in base64: ${btoa('nothing is hidden in this long text, only words and more words')}`,
  '{"cursor":"eyJpZCI6MTIzNDU2LCJzb3J0IjoiY3JlYXRlZF9hdCJ9"}',
  '12345678901234567890',
  '1700000000123456789',
  'order 4000123456789',
  '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
  'the bearer of bad news is here',
  'basic understanding required',
  'token count: 1234, max_tokens=4096, {"input_tokens":1234}',
  'task-sk-learn and sk-learn are libraries, hf_hub_download a function, npm_config_registry a setting',
  'https://example.com:8080/path@v2/x?q=a%20b%3Ac%2Fd&redirect=https%3A%2F%2Fexample.com%3A8080%2Fx',
  'git@github.com:org/repo.git and user@example.com',
  'password reset requested for user',
  'the secret of success: hard work',
  '/usr/local/lib/python3.12/site-packages/authentication/handlers/__init__.py',
  'req_011CSHoEeqs5C35K2UUqR7Fy toolu_01A09q90qw90lq917835lq9 chatcmpl-9xY8zW7vU6tS5rQ4pO3nM2lK1jH0gF',
  '2026-11-30T10:00:00.000Z',
];
