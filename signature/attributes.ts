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
  guardDecision: 'loopscope.guard.decision',
  guardKind: 'loopscope.guard.kind',
  guardCode: 'loopscope.guard.code',
  guardMode: 'loopscope.guard.mode',
  guardEnforced: 'loopscope.guard.enforced',
  guardTool: 'loopscope.guard.tool',
  guardCallId: 'loopscope.guard.call_id',
  guardEffect: 'loopscope.guard.effect',
  guardKey: 'loopscope.guard.key',
  guardAttempts: 'loopscope.guard.attempts',
  guardTried: 'loopscope.guard.tried',
  guardErrors: 'loopscope.guard.errors',
  guardSavedCalls: 'loopscope.guard.saved_calls',
  guardCeiling: 'loopscope.guard.ceiling',
  guardCeilingName: 'loopscope.guard.ceiling.name',
  guardCeilingState: 'loopscope.guard.ceiling.state',
  guardCeilingReason: 'loopscope.guard.ceiling.reason',
  guardCeilingTicket: 'loopscope.guard.ceiling.ticket',
  guardCeilingExpires: 'loopscope.guard.ceiling.expires',
  guardSpent: 'loopscope.guard.spent',
  guardInFlight: 'loopscope.guard.in_flight',
  guardStopSource: 'loopscope.guard.stop_source',
  guardRequestedBy: 'loopscope.guard.requested_by',
  guardReason: 'loopscope.guard.reason',
  guardRetries: 'loopscope.guard.retries',
  guardRetryDelayMs: 'loopscope.guard.retry.delay_ms',
  guardIdempotencyKey: 'loopscope.guard.idempotency_key',
} as const;

/** Name of the span event that each decision of a guard leaves. */
export const GUARD_EVENT = 'loopscope.guard';
