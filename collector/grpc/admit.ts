import {
  ServerInterceptingCall,
  ServerListenerBuilder,
  type Metadata,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { failure, type Failure } from '../http/answers.ts';
import type { ByteBudget } from '../intake/byte-budget.ts';
import type { KeyCheck, RequestHeaders } from '../intake/ingest-key.ts';
import { refuse } from '../intake/refuse.ts';
import type { RequestLedger } from '../intake/request-counts.ts';
import { toStatus } from './status.ts';

export interface AdmissionOptions {
  keyFault: KeyCheck;
  budget: ByteBudget;
  ledger: RequestLedger;
  /** How long a message may take to arrive. */
  requestTimeoutMs: number;
}

/** The size of a message is not known before it is there, so each call holds this much from its start to its end. */
const HELD_BYTES = 256 * 1024;

/** Decides from the metadata alone whether the message is read; nothing of it is taken from the wire before. */
export function createAdmission(options: AdmissionOptions): ServerInterceptor {
  return (_method, call) => {
    const admission = new Admission(call, options);
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        if (admission.admits(metadata)) next(metadata);
      })
      .withOnReceiveMessage((message, next) => {
        admission.arrived();
        next(message);
      })
      .withOnCancel(() => admission.over())
      .build();
    return new ServerInterceptingCall(call, {
      start: (next) => next(listener),
      sendStatus: (status, next) => {
        admission.over();
        next(status);
      },
    });
  };
}

class Admission {
  readonly #call: ServerInterceptingCallInterface;
  readonly #options: AdmissionOptions;
  readonly #share;
  #timer: NodeJS.Timeout | undefined;
  /** What the call is at: a message may still come, it came, or nothing more is to be said. */
  #state: 'waiting' | 'arrived' | 'over' = 'waiting';

  constructor(call: ServerInterceptingCallInterface, options: AdmissionOptions) {
    this.#call = call;
    this.#options = options;
    this.#share = options.budget.open();
  }

  admits(metadata: Metadata): boolean {
    const { keyFault, requestTimeoutMs } = this.#options;
    const fault = keyFault(headersOf(metadata));
    if (fault !== null) return this.#refuse('unauthenticated', fault);
    try {
      this.#share.take(HELD_BYTES);
    } catch (error) {
      const { refusal } = refuse('protobuf', error);
      return this.#refuse(refusal?.kind ?? 'overloaded', refusal?.message ?? '');
    }
    this.#timer = setTimeout(() => {
      this.#refuse('cut_off', `no message within ${requestTimeoutMs} ms`);
    }, requestTimeoutMs);
    return true;
  }

  arrived(): void {
    this.#state = 'arrived';
    clearTimeout(this.#timer);
  }

  /** Ends before a message was there: the sender went away, or what it sent could not be unpacked. */
  over(): void {
    if (this.#state === 'waiting') {
      this.#options.ledger.note(
        'grpc',
        failure('protobuf', 'cut_off', 'no message that can be read'),
      );
    }
    this.#state = 'over';
    clearTimeout(this.#timer);
    this.#share.release();
  }

  #refuse(kind: Failure, message: string): false {
    const answer = failure('protobuf', kind, message);
    this.#options.ledger.note('grpc', answer);
    this.#state = 'over';
    if (answer.refusal !== null) this.#call.sendStatus(toStatus(answer.refusal));
    this.over();
    return false;
  }
}

function headersOf(metadata: Metadata): RequestHeaders {
  const text = (name: string): string | undefined => {
    const [value] = metadata.get(name);
    return value?.toString();
  };
  return {
    authorization: text('authorization'),
    'x-api-key': text('x-api-key'),
    'api-key': text('api-key'),
  };
}
