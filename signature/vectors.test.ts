import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { SIGNATURE_VERSION } from './attributes.ts';
import { canonicalise } from './value/canonical.ts';
import type { ToolDeclaration } from './declaration.ts';
import { fingerprintResult } from './result/fingerprint.ts';
import { readOutcome } from './outcome/outcome.ts';
import { signCall } from './sign.ts';
import vectors from './vectors.json' with { type: 'json' };

interface CallVector {
  name: string;
  tool: string;
  args: string;
  declaration?: ToolDeclaration;
  canonical: string;
  signature: string;
  identity: string;
  identity_fields: string[];
}

interface ResultVector {
  name: string;
  status: 'unset' | 'ok' | 'error';
  message?: string;
  result?: string;
  declaration?: ToolDeclaration;
  state: string;
  error_class: string | null;
  template: string;
  kind: string;
  fingerprint: string | null;
}

test('the vectors are of this version', () => {
  expect(vectors.version).toBe(SIGNATURE_VERSION);
});

test.each(vectors.calls as CallVector[])('call: $name', (vector) => {
  const args = readArguments(vector.args);
  const signed = signCall(vector.tool, args, vector.declaration);
  expect({
    canonical: args.known ? canonicalise(args.value) : null,
    signature: signed.signature,
    identity: signed.identity,
    identity_fields: signed.identityFields,
  }).toEqual({
    canonical: vector.canonical,
    signature: vector.signature,
    identity: vector.identity,
    identity_fields: vector.identity_fields,
  });
});

test.each(vectors.results as ResultVector[])('result: $name', (vector) => {
  const outcome = readOutcome({
    status: vector.status,
    statusMessage: vector.message ?? '',
    result: vector.result,
  });
  const { kind, fingerprint } = fingerprintResult(vector.result, outcome, vector.declaration);
  expect({
    state: outcome.state,
    error_class: outcome.errorClass,
    template: outcome.template,
    kind,
    fingerprint,
  }).toEqual({
    state: vector.state,
    error_class: vector.error_class,
    template: vector.template,
    kind: vector.kind,
    fingerprint: vector.fingerprint,
  });
});
