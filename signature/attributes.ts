/** Version of the signature algorithm; it is part of what is hashed. */
export const SIGNATURE_VERSION = 1;

/** Every `loopscope.*` span attribute name, once. */
export const ATTRIBUTES = {
  sessionId: 'loopscope.session.id',
  turnId: 'loopscope.turn.id',
  signatureVersion: 'loopscope.signature.version',
  toolSignature: 'loopscope.tool.signature',
  toolIdentity: 'loopscope.tool.identity',
  toolIdentityFields: 'loopscope.tool.identity.fields',
  toolEffect: 'loopscope.tool.effect',
  toolAttempt: 'loopscope.tool.attempt',
  resultFingerprint: 'loopscope.tool.result.fingerprint',
  resultKind: 'loopscope.tool.result.kind',
  errorClass: 'loopscope.tool.error.class',
  guardPrefix: 'loopscope.guard.',
} as const;
